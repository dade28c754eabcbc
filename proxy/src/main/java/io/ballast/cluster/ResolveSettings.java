package io.ballast.cluster;

import java.time.Duration;

/**
 * How the host names of nodes are resolved.
 *
 * @param interval the time from the end of a look-up of a name to the next one, 1 s to 1 day. The
 *     JVM keeps answers as well, for 30 s unless {@code networkaddress.cache.ttl} says otherwise,
 *     so a shorter interval alone does not find a change sooner
 */
public record ResolveSettings(Duration interval) {
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(1);

  /** Every 30 seconds. */
  public static final ResolveSettings DEFAULT = new ResolveSettings(Duration.ofSeconds(30));

  /**
   * @throws IllegalArgumentException if the interval is out of its range
   */
  public ResolveSettings {
    if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "resolve = "
              + interval.toMillis()
              + " ms: names are resolved again every 1 s to 1 day; to keep an address for good,"
              + " write it instead of the name");
    }
  }
}
