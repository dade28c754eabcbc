package io.ballast.access;

import java.util.concurrent.atomic.AtomicInteger;

/** How many there are of something, and the most there may be. Thread-safe without a lock. */
final class Cap implements Admitted {
  private volatile int limit;
  private final AtomicInteger count = new AtomicInteger();

  /**
   * @param limit the most, 0 for no limit
   */
  Cap(int limit) {
    this.limit = limit;
  }

  /** Sets another limit; those that are over it stay. */
  void limit(int newLimit) {
    limit = newLimit;
  }

  /** Counts one more, unless there are as many as there may be. */
  boolean open() {
    int most = limit;
    if (count.incrementAndGet() > most && most > 0) {
      count.decrementAndGet();
      return false;
    }
    return true;
  }

  /** Takes back what {@link #open} counted. */
  @Override
  public void release() {
    count.decrementAndGet();
  }

  int count() {
    return count.get();
  }
}
