package io.ballast.access;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many connections each source address has, and the most it may have. Thread-safe without locks
 * but those of the map's own writes: an address without connections has no entry, and a count that
 * reached 0 is marked dead before its entry goes, so that nobody counts on it any more.
 */
final class SourceCounts {
  private static final int DEAD = -1;

  private volatile int limit;
  private final ConcurrentMap<InetAddress, AtomicInteger> counts = new ConcurrentHashMap<>();

  /**
   * @param limit the most of one address, 0 for no limit: then nothing is counted
   */
  SourceCounts(int limit) {
    this.limit = limit;
  }

  /** These counts with another limit; counted anew where either counts nothing. */
  SourceCounts withLimit(int newLimit) {
    if (limit == 0 || newLimit == 0) {
      return limit == newLimit ? this : new SourceCounts(newLimit);
    }
    limit = newLimit;
    return this;
  }

  /** Whether sources are counted at all; that never changes. */
  boolean counts() {
    return limit > 0;
  }

  /** Counts one more, unless there are as many as there may be. */
  boolean open(InetAddress source) {
    int most = limit;
    while (most > 0) {
      AtomicInteger count = counts.get(source);
      if (count == null) {
        if (counts.putIfAbsent(source, new AtomicInteger(1)) == null) {
          return true;
        }
        continue;
      }
      int now = count.get();
      if (now == DEAD) {
        counts.remove(source, count);
      } else if (now >= most) {
        return false;
      } else if (count.compareAndSet(now, now + 1)) {
        return true;
      }
    }
    return true;
  }

  /** Takes back what {@link #open} counted. */
  void close(InetAddress source) {
    if (limit == 0) {
      return;
    }
    AtomicInteger count = counts.get(source);
    if (count.decrementAndGet() == 0 && count.compareAndSet(0, DEAD)) {
      counts.remove(source, count);
    }
  }

  /** How many addresses have connections. */
  int size() {
    return counts.size();
  }
}
