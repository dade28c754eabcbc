package io.ballast.access;

import java.util.concurrent.atomic.AtomicInteger;

/** How many there are of something, and the most there may be. Thread-safe without a lock. */
final class Cap {
  private final int limit;
  private final AtomicInteger count = new AtomicInteger();

  /**
   * @param limit the most, 0 for no limit
   */
  Cap(int limit) {
    this.limit = limit;
  }

  /** Counts one more, unless there are as many as there may be. */
  boolean open() {
    if (count.incrementAndGet() > limit && limit > 0) {
      count.decrementAndGet();
      return false;
    }
    return true;
  }

  /** Takes back what {@link #open} counted. */
  void close() {
    count.decrementAndGet();
  }

  int count() {
    return count.get();
  }
}
