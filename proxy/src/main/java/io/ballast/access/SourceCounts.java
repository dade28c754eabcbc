package io.ballast.access;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many connections each source address has. Thread-safe without locks but those of the map's
 * own writes: an address without connections has no entry, and a count that reached 0 is marked
 * dead before its entry goes, so that nobody counts on it any more.
 */
final class SourceCounts {
  private static final int DEAD = -1;

  private final ConcurrentMap<InetAddress, AtomicInteger> counts = new ConcurrentHashMap<>();

  /** Counts one more, unless there are {@code limit} already. */
  boolean open(InetAddress source, int limit) {
    while (true) {
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
      } else if (now >= limit) {
        return false;
      } else if (count.compareAndSet(now, now + 1)) {
        return true;
      }
    }
  }

  /** Takes back what {@link #open} counted. */
  void close(InetAddress source) {
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
