package io.ballast.balance;

import java.time.Duration;

/**
 * How long balancing waits before it acts, and before it acts again on the same node or set.
 *
 * @param dwell {@code dwell}: how long a node must be outside of its band before sessions are moved
 *     for it, 0 s to 1 h; also the rest of a node for which nothing could be moved
 * @param residency {@code residency}: a session younger than this is not moved by a voluntary rule,
 *     0 s to 1 day
 * @param coolDown {@code cool-down}: a set moved by a voluntary rule is not moved again by one for
 *     this long, 0 s to 1 day
 * @param override {@code override}: how long a set is placed where balancing has sent it, 1 s to 1
 *     day
 * @param hold {@code hold}: how long a first reversal of a node's weight holds the node, 0 s to
 *     {@code holdMax}; each further one within 30 min holds it four times as long
 * @param holdMax {@code hold-max}: the longest hold, up to 1 day
 * @param settle {@code settle}: how long after its first return a node becomes a destination of
 *     moves, 0 s to {@code settleMax}; after each further one within 30 min four times as long
 * @param settleMax {@code settle-max}: the longest settling, up to 1 day
 * @param crowd {@code crowd}: a set with more sessions than this is a crowd: it has no override,
 *     and an eighth of its sessions move per cool-down; 1 to 1,000,000
 */
public record DampingSettings(
    Duration dwell,
    Duration residency,
    Duration coolDown,
    Duration override,
    Duration hold,
    Duration holdMax,
    Duration settle,
    Duration settleMax,
    int crowd) {
  // Above the defaults, which are checked against them.
  private static final Duration DAY = Duration.ofDays(1);
  private static final int MAX_CROWD = 1_000_000;

  /** The values that a cluster has when nothing else is configured. */
  public static final DampingSettings DEFAULT =
      new DampingSettings(
          Duration.ofSeconds(30),
          Duration.ofSeconds(60),
          Duration.ofSeconds(600),
          Duration.ofMinutes(10),
          Duration.ofSeconds(60),
          Duration.ofMinutes(15),
          Duration.ofSeconds(60),
          Duration.ofMinutes(15),
          8);

  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public DampingSettings {
    Ranges.check("dwell", dwell, Duration.ZERO, Duration.ofHours(1));
    Ranges.check("residency", residency, Duration.ZERO, DAY);
    Ranges.check("cool-down", coolDown, Duration.ZERO, DAY);
    Ranges.check("override", override, Duration.ofSeconds(1), DAY);
    Ranges.check("hold-max", holdMax, Duration.ZERO, DAY);
    Ranges.check("hold", hold, Duration.ZERO, holdMax);
    Ranges.check("settle-max", settleMax, Duration.ZERO, DAY);
    Ranges.check("settle", settle, Duration.ZERO, settleMax);
    Ranges.check("crowd", crowd, 1, MAX_CROWD);
  }
}
