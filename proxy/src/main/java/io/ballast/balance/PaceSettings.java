package io.ballast.balance;

import java.time.Duration;
import java.util.Optional;

/**
 * How fast sessions are moved, and which ones first.
 *
 * @param tick {@code tick}: the time from one plan to the next, 100 ms to 1 min
 * @param ratePerSecond {@code rate}: the most moves a second, 1 to 100,000
 * @param nodeRatePerSecond {@code node-rate}: the most moves a second into one node, 1 to 100,000
 * @param quiet {@code quiet}: a session is quiet when no byte went either way for this long, 0 s to
 *     1 h; quiet ones are moved first
 * @param patience {@code patience}: how long a session that is due to move is waited for to become
 *     quiet, 0 s to 1 day; absent for {@code never}, which moves quiet sessions only
 * @param returnWindow {@code return-window}: how long a moved set is expected back, 1 s to 1 h
 * @param brake {@code brake}: whether moves are slowed to a tenth while fewer than half of the
 *     moved sets come back
 */
public record PaceSettings(
    Duration tick,
    int ratePerSecond,
    int nodeRatePerSecond,
    Duration quiet,
    Optional<Duration> patience,
    Duration returnWindow,
    boolean brake) {
  /** The values that a cluster has when nothing else is configured. */
  public static final PaceSettings DEFAULT =
      new PaceSettings(
          Duration.ofSeconds(1),
          100,
          50,
          Duration.ofSeconds(1),
          Optional.of(Duration.ofSeconds(60)),
          Duration.ofSeconds(30),
          true);

  private static final int MAX_RATE = 100_000;

  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public PaceSettings {
    Ranges.check("tick", tick, Duration.ofMillis(100), Duration.ofMinutes(1));
    Ranges.check("rate", ratePerSecond, 1, MAX_RATE);
    Ranges.check("node-rate", nodeRatePerSecond, 1, MAX_RATE);
    Ranges.check("quiet", quiet, Duration.ZERO, Duration.ofHours(1));
    patience.ifPresent(value -> Ranges.check("patience", value, Duration.ZERO, Duration.ofDays(1)));
    Ranges.check("return-window", returnWindow, Duration.ofSeconds(1), Duration.ofHours(1));
  }
}
