package io.ballast.access;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A token bucket that holds a second's worth of tokens and is full at the start. Thread-safe
 * without a lock: all of its state is the time at which the bucket would be full again.
 */
final class RateLimit {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final long spacingNanos;
  private final AtomicLong fullAtNanos;

  /**
   * @param perSecond how many tokens a second brings, 1 or more
   */
  RateLimit(int perSecond, long nowNanos) {
    this.spacingNanos = Math.max(1, SECOND / perSecond);
    this.fullAtNanos = new AtomicLong(nowNanos);
  }

  /** Takes a token; false if there is none. */
  boolean take(long nowNanos) {
    while (true) {
      long full = fullAtNanos.get();
      long since = full - nowNanos > 0 ? full : nowNanos;
      long next = since + spacingNanos;
      if (next - nowNanos > SECOND) {
        return false;
      }
      if (fullAtNanos.compareAndSet(full, next)) {
        return true;
      }
    }
  }
}
