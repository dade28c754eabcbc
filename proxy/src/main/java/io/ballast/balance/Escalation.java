package io.ballast.balance;

import java.time.Duration;

/**
 * A time that gets four times as long with each event of the last 30 minutes: first × 4^(events −
 * 1), at most {@code most}. Holds and settling grow like this, so that a node that flaps or a
 * weight that flips comes to rest. Owned by the control thread.
 */
final class Escalation {
  /** How long an event counts. */
  static final long MEMORY_NANOS = Duration.ofMinutes(30).toNanos();

  // Past these the time is at its most anyway: 4^15 is more than a day over a nanosecond.
  private static final int MOST_EVENTS = 16;
  private static final int FACTOR_BITS = 2;

  private final long[] events = new long[MOST_EVENTS];
  private int count;

  Escalation() {}

  Escalation(Escalation other) {
    System.arraycopy(other.events, 0, events, 0, MOST_EVENTS);
    count = other.count;
  }

  /**
   * An event happens.
   *
   * @return the time that follows it, in nanoseconds
   */
  long event(long nowNanos, Duration first, Duration most) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (nowNanos - events[i] < MEMORY_NANOS) {
        events[kept++] = events[i];
      }
    }
    if (kept == MOST_EVENTS) {
      System.arraycopy(events, 1, events, 0, --kept);
    }
    events[kept++] = nowNanos;
    count = kept;
    long nanos = first.toNanos();
    for (int i = 1; i < count && nanos < most.toNanos(); i++) {
      nanos <<= FACTOR_BITS;
    }
    return Math.min(nanos, most.toNanos());
  }
}
