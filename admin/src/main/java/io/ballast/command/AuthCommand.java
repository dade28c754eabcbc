package io.ballast.command;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code AUTH secret}: opens the other commands to a caller. A wrong secret is answered after a
 * delay that grows with the failures of its source; until then the source's further attempts, on
 * whatever connection, are refused without a look at their secret, so that connections side by side
 * guess no faster than one. Confined to the channel's event loop.
 */
public final class AuthCommand implements Command {
  private static final Logger log = LoggerFactory.getLogger(AuthCommand.class);

  private final Optional<Secret> secret;
  private final LongSupplier nanoClock;
  private final LockOut lockOut = new LockOut();

  /**
   * Checks callers.
   *
   * @param secret what they have to know; without one every caller may do everything
   * @param nanoClock the time, as {@link System#nanoTime} gives it
   */
  public AuthCommand(Optional<Secret> secret, LongSupplier nanoClock) {
    this.secret = secret;
    this.nanoClock = nanoClock;
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
        secret.isEmpty()
            ? Reply.ok("no secret is needed here")
            : check(secret.get(), given, request.caller()));
  }

  private Answer check(Secret expected, Word given, Caller caller) {
    long now = nanoClock.getAsLong();
    Duration remaining = lockOut.remaining(caller.source(), now);
    if (!remaining.isZero()) {
      return Reply.error(
          Code.DENIED,
          "too many wrong secrets from your address: try again in "
              + (remaining.toSeconds() + 1)
              + " s");
    }
    if (expected.matches(given.bytes())) {
      lockOut.succeeded(caller.source());
      caller.trust();
      return Reply.ok();
    }
    Duration delay = lockOut.failed(caller.source(), now);
    log.warn(
        "wrong secret on the admin channel: peer={} delay={}ms", caller.peer(), delay.toMillis());
    return new Answer.Delayed(
        Reply.error(Code.DENIED, "wrong secret: AUTH again with the secret of the configuration"),
        delay);
  }
}
