package io.ballast.command;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How long a source of wrong secrets is made to wait: half a second after the first failure, twice
 * as long after each further one, at most 30 s. A source is forgotten after a success, or 15
 * minutes after its last failure. Remembers the 1,024 sources that failed last. Confined to the
 * thread that runs the commands; the time is an argument.
 */
final class LockOut {
  static final Duration FIRST = Duration.ofMillis(500);
  static final Duration LONGEST = Duration.ofSeconds(30);
  static final Duration MEMORY = Duration.ofMinutes(15);
  static final int SOURCES = 1_024;

  private static final int DOUBLINGS = 16;

  private final Map<String, Failures> bySource = new LinkedHashMap<>();

  /** How long the source has to wait from now before its next attempt is looked at; 0 if not. */
  Duration remaining(String source, long nowNanos) {
    Failures failures = bySource.get(source);
    if (failures == null || failures.untilNanos - nowNanos <= 0) {
      return Duration.ZERO;
    }
    return Duration.ofNanos(failures.untilNanos - nowNanos);
  }

  /** Counts a failure and says how long the source has to wait from now. */
  Duration failed(String source, long nowNanos) {
    Failures before = bySource.remove(source);
    boolean forgotten = before == null || nowNanos - before.untilNanos > MEMORY.toNanos();
    int count = forgotten ? 1 : before.count + 1;
    Duration delay = FIRST.multipliedBy(1L << Math.min(count - 1, DOUBLINGS));
    if (delay.compareTo(LONGEST) > 0) {
      delay = LONGEST;
    }
    bySource.put(source, new Failures(count, nowNanos + delay.toNanos()));
    forgetOldest();
    return delay;
  }

  /** Forgets the failures of a source that knew the secret. */
  void succeeded(String source) {
    bySource.remove(source);
  }

  int size() {
    return bySource.size();
  }

  private void forgetOldest() {
    if (bySource.size() > SOURCES) {
      bySource.remove(bySource.keySet().iterator().next());
    }
  }

  private record Failures(int count, long untilNanos) {}
}
