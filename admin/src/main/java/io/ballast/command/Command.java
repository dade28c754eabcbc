package io.ballast.command;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * One word of the language. A command is stateless and may serve many callers; it is run on the
 * channel's event loop and must not block: what has to wait (a durable write, the control thread)
 * is the stage that it returns.
 */
public interface Command {
  /** How the command is given and what it does. */
  Usage usage();

  /**
   * Carries the command out.
   *
   * @return completed with the answer; a {@link CommandException} thrown, or completing the stage,
   *     is answered {@code ERR} with its code and message
   */
  CompletionStage<? extends Answer> run(Request request);

  /** A command of these parts. */
  static Command of(
      Usage usage, Function<Request, ? extends CompletionStage<? extends Answer>> body) {
    return new Command() {
      @Override
      public Usage usage() {
        return usage;
      }

      @Override
      public CompletionStage<? extends Answer> run(Request request) {
        return body.apply(request);
      }
    };
  }

  /** A command that has nothing to wait for. */
  static Command immediate(Usage usage, Function<Request, ? extends Answer> body) {
    return of(usage, request -> CompletableFuture.completedStage(body.apply(request)));
  }
}
