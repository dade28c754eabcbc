package io.ballast.command;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a caller knows the secret. After a wrong one its source has to wait, for a time that
 * grows with its failures; until then further attempts of the source, on whatever connection and
 * channel, are refused without a look at their secret, so that connections side by side guess no
 * faster than one. Confined to the event loop of the admin channels.
 */
public final class Authentication {
  private static final Logger log = LoggerFactory.getLogger(Authentication.class);

  private final Optional<Secret> secret;
  private final LongSupplier nanoClock;
  private final LockOut lockOut = new LockOut();

  /** What an attempt comes to. */
  public sealed interface Verdict {
    /** The caller may give every command. */
    record Accepted() implements Verdict {}

    /**
     * The secret is wrong.
     *
     * @param delay how long the source has to wait from now
     */
    record Wrong(Duration delay) implements Verdict {}

    /**
     * The secret was not looked at.
     *
     * @param remaining how long the source has to wait from now
     */
    record LockedOut(Duration remaining) implements Verdict {}
  }

  /**
   * Checks callers.
   *
   * @param secret what they have to know; without one every caller may do everything
   * @param nanoClock the time, as {@link System#nanoTime} gives it
   */
  public Authentication(Optional<Secret> secret, LongSupplier nanoClock) {
    this.secret = secret;
    this.nanoClock = nanoClock;
  }

  /** Whether callers have to know a secret. */
  public boolean isRequired() {
    return secret.isPresent();
  }

  /**
   * Checks what a caller gives.
   *
   * @param peer who it is, for the log
   * @param source what its failures are counted by; see {@link Source}
   */
  public Verdict check(String peer, String source, byte[] candidate) {
    if (secret.isEmpty()) {
      return new Verdict.Accepted();
    }
    long now = nanoClock.getAsLong();
    Duration remaining = lockOut.remaining(source, now);
    if (!remaining.isZero()) {
      return new Verdict.LockedOut(remaining);
    }
    if (secret.get().matches(candidate)) {
      lockOut.succeeded(source);
      return new Verdict.Accepted();
    }
    Duration delay = lockOut.failed(source, now);
    log.warn("wrong secret on an admin channel: peer={} delay={}ms", peer, delay.toMillis());
    return new Verdict.Wrong(delay);
  }
}
