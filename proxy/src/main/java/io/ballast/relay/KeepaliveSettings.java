package io.ballast.relay;

import java.time.Duration;

/**
 * TCP keepalive of both legs. Unacknowledged bytes are given up after as long as a silent peer
 * takes to be found out ({@code TCP_USER_TIMEOUT}, where the transport has it), so that a dead
 * device does not count as live for hours.
 *
 * @param idle how long a leg is silent before it is probed, in whole seconds up to 32,767; 0 leaves
 *     the system's defaults, which is no keepalive
 * @param interval how long between two probes, in whole seconds from 1 to 32,767
 * @param probes how many probes stay unanswered until the peer counts as dead, 1 to 127
 */
public record KeepaliveSettings(Duration idle, Duration interval, int probes) {
  private static final int MAX_SECONDS = 32_767;
  private static final int MAX_PROBES = 127;
  private static final DurationRange IDLE =
      new DurationRange(Duration.ZERO, Duration.ofSeconds(MAX_SECONDS));
  private static final DurationRange INTERVAL =
      new DurationRange(Duration.ofSeconds(1), Duration.ofSeconds(MAX_SECONDS));

  /** Probed after 60 s, each 10 s, given up after 6: a dead peer is found within 2 min. */
  public static final KeepaliveSettings DEFAULT =
      new KeepaliveSettings(Duration.ofSeconds(60), Duration.ofSeconds(10), 6);

  /**
   * @throws IllegalArgumentException if a value is out of its range or not in whole seconds
   */
  public KeepaliveSettings {
    checkSeconds("idle", IDLE.check("idle", idle, "the silence before a probe (0s: never)"));
    checkSeconds("interval", INTERVAL.check("interval", interval, "the time between probes"));
    if (probes < 1 || probes > MAX_PROBES) {
      throw new IllegalArgumentException(
          "probes = " + probes + ": the probes before a peer counts as dead are 1 to 127");
    }
  }

  private static void checkSeconds(String key, Duration value) {
    if (value.toNanosPart() != 0) {
      throw new IllegalArgumentException(
          key
              + " = "
              + DurationRange.text(value)
              + ": the system counts whole seconds; round it to "
              + (value.toSeconds() + 1)
              + "s");
    }
  }

  /** Whether keepalive is on. */
  boolean enabled() {
    return !idle.isZero();
  }

  /** How long bytes may stay unacknowledged, and a silent peer undiscovered. */
  Duration userTimeout() {
    return idle.plus(interval.multipliedBy(probes));
  }
}
