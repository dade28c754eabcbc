package io.ballast.ring;

/**
 * How densely a ring is covered with points, and how many it may hold.
 *
 * <p>Proxies that are to name the same owners need the same {@code pointsPerWeight}; {@code
 * maxPoints} only guards the memory (about ten bytes a point for each ring).
 *
 * @param pointsPerWeight points that a node places for each unit of its weight, 1 to {@value
 *     #MAX_POINTS_PER_WEIGHT}. A node with p points is off its ideal share by about 1/√p
 * @param maxPoints points that a ring may hold in all, 1 to {@value #MAX_MAX_POINTS}
 */
public record RingSettings(int pointsPerWeight, int maxPoints) {
  /** The points that a unit of weight places if nothing else is chosen. */
  public static final int DEFAULT_POINTS_PER_WEIGHT = 128;

  /** The points that a ring may hold if nothing else is chosen. */
  public static final int DEFAULT_MAX_POINTS = 4_194_304;

  /** The largest value of {@code pointsPerWeight}. */
  public static final int MAX_POINTS_PER_WEIGHT = 65_536;

  /** The largest value of {@code maxPoints}: about 1.3 GiB for a ring. */
  public static final int MAX_MAX_POINTS = 134_217_728;

  /** 128 points a unit of weight, 4,194,304 points at most. */
  public static final RingSettings DEFAULT =
      new RingSettings(DEFAULT_POINTS_PER_WEIGHT, DEFAULT_MAX_POINTS);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a value is out of its range; the message says which and
   *     what to do
   */
  public RingSettings {
    if (pointsPerWeight < 1 || pointsPerWeight > MAX_POINTS_PER_WEIGHT) {
      throw new IllegalArgumentException(
          ("points-per-weight = %d: it is 1 to %d; "
                  + "%d is a good choice, more makes small weights more exact")
              .formatted(pointsPerWeight, MAX_POINTS_PER_WEIGHT, DEFAULT_POINTS_PER_WEIGHT));
    }
    if (maxPoints < 1 || maxPoints > MAX_MAX_POINTS) {
      throw new IllegalArgumentException(
          "max-points = %d: it is 1 to %d; leave it at %d unless a ring was refused"
              .formatted(maxPoints, MAX_MAX_POINTS, DEFAULT_MAX_POINTS));
    }
  }
}
