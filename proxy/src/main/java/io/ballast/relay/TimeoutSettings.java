package io.ballast.relay;

import java.time.Duration;

/**
 * How long a listener's connections may take. They are kept to within a tenth of a second before a
 * session is settled, and to within a second after that.
 *
 * @param identify from accept (in a burst, from a connection's turn) until the set is known, 10 ms
 *     to 1 h
 * @param idle how long a session lives without a byte either way, up to 31 days; 0 for ever
 * @param halfClosed how long a session of which one end has finished sending lives without a byte
 *     from the other, up to 31 days; 0 for ever
 */
public record TimeoutSettings(Duration identify, Duration idle, Duration halfClosed) {
  private static final DurationRange IDENTIFY =
      new DurationRange(Duration.ofMillis(10), Duration.ofHours(1));

  /** 5 s to identify, no end to idleness, 60 s half-closed. */
  public static final TimeoutSettings DEFAULT =
      new TimeoutSettings(Duration.ofSeconds(5), Duration.ZERO, Duration.ofSeconds(60));

  /**
   * @throws IllegalArgumentException if a duration is out of its range
   */
  public TimeoutSettings {
    IDENTIFY.check("identify", identify, "the time to identify a set");
    DurationRange.OFF_TO_MONTH.check("idle", idle, "the time without a byte (0s: for ever)");
    DurationRange.OFF_TO_MONTH.check(
        "half-closed", halfClosed, "the time of a half-closed session (0s: for ever)");
  }
}
