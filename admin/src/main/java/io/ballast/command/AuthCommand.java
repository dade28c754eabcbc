package io.ballast.command;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * {@code AUTH secret}: opens the other commands to a caller. A wrong secret is answered after the
 * delay that its source then has to wait. Confined to the channel's event loop.
 */
public final class AuthCommand implements Command {
  private final Authentication authentication;

  /** Checks callers so. */
  public AuthCommand(Authentication authentication) {
    this.authentication = authentication;
  }

  @Override
  public Usage usage() {
    return Usage.of("AUTH", "secret", "opens a channel that needs a secret", Trait.BEFORE_AUTH);
  }

  @Override
  public CompletionStage<Answer> run(Request request) {
    Word given = request.arguments().word("secret");
    if (request.arguments().hasNext()) {
      throw request.arguments().error("AUTH takes one word: put a secret with spaces in quotes");
    }
    return CompletableFuture.completedStage(
        authentication.isRequired()
            ? check(given, request.caller())
            : Reply.ok("no secret is needed here"));
  }

  private Answer check(Word given, Caller caller) {
    Authentication.Verdict verdict =
        authentication.check(caller.peer(), caller.source(), given.bytes());
    if (verdict instanceof Authentication.Verdict.LockedOut locked) {
      return Reply.error(
          Code.DENIED,
          "too many wrong secrets from your address: try again in "
              + (locked.remaining().toSeconds() + 1)
              + " s");
    }
    if (verdict instanceof Authentication.Verdict.Wrong wrong) {
      return new Answer.Delayed(
          Reply.error(Code.DENIED, "wrong secret: AUTH again with the secret of the configuration"),
          wrong.delay());
    }
    caller.trust();
    return Reply.ok();
  }
}
