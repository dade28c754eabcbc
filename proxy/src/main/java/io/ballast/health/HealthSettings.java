package io.ballast.health;

import java.time.Duration;

/**
 * How nodes are checked.
 *
 * @param interval the time from the start of one probe of a node to the next, 100 ms to 1 h; 0 for
 *     no probes of nodes that are up: then only connects of sessions tell that a node is down, and
 *     it is probed until it is up again
 * @param rise how many probes in a row must succeed for a node that is down to be up, 1 to 100
 * @param fall how many probes and connects in a row must fail for a node that is up to be down, 1
 *     to 100
 * @param timeout how long a probe waits for its connection, 1 ms to 1 min
 */
public record HealthSettings(Duration interval, int rise, int fall, Duration timeout) {
  private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);
  private static final Duration LONGEST_INTERVAL = Duration.ofHours(1);
  private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(1);
  private static final Duration RECOVERY_INTERVAL = Duration.ofSeconds(2);
  private static final int LONGEST_RUN = 100;

  /** Every 2 s, up after 2 successes, down after 3 failures, each after 1 s at the latest. */
  public static final HealthSettings DEFAULT =
      new HealthSettings(Duration.ofSeconds(2), 2, 3, Duration.ofSeconds(1));

  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public HealthSettings {
    if (!interval.isZero()) {
      check("interval", interval, SHORTEST_INTERVAL, LONGEST_INTERVAL, "; 0 for no probes");
    }
    check("rise", rise);
    check("fall", fall);
    check("timeout", timeout, Duration.ofMillis(1), LONGEST_TIMEOUT, ", such as 1s");
  }

  /** Whether nodes that are up are probed. */
  public boolean probing() {
    return !interval.isZero();
  }

  /** The time from one probe to the next of a node that is down. */
  Duration recoveryInterval() {
    return probing() ? interval : RECOVERY_INTERVAL;
  }

  private static void check(
      String key, Duration value, Duration least, Duration most, String remedy) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          key
              + " = "
              + value.toMillis()
              + " ms: it is "
              + least.toMillis()
              + " ms to "
              + most.toMillis()
              + " ms"
              + remedy);
    }
  }

  private static void check(String key, int value) {
    if (value < 1 || value > LONGEST_RUN) {
      throw new IllegalArgumentException(
          key + " = " + value + ": a node changes after 1 to " + LONGEST_RUN + " results in a row");
    }
  }
}
