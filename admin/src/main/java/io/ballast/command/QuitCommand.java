package io.ballast.command;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code QUIT}: ends the conversation. */
public final class QuitCommand implements Command {

  @Override
  public Usage usage() {
    return Usage.of("QUIT", "", "ends the conversation", Trait.BEFORE_AUTH);
  }

  @Override
  public CompletionStage<Answer> run(Request request) {
    request.arguments().end();
    return CompletableFuture.completedStage(new Answer.Last(Reply.ok()));
  }
}
