package io.ballast.ring;

/**
 * A ring was asked for that needs more points than {@code max-points} allows. Nothing has been
 * allocated for it. The message names the remedy.
 */
public final class TooManyPointsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final long points;
  private final int maxPoints;

  TooManyPointsException(long weights, long points, RingSettings settings) {
    super(
        ("the weights add up to %d, which is %d points at points-per-weight = %d: "
                + "a ring has at most max-points = %d; lower all weights in proportion "
                + "(they are ratios: 100,100,100 means what 1,1,1 means), "
                + "lower points-per-weight, or raise max-points")
            .formatted(weights, points, settings.pointsPerWeight(), settings.maxPoints()));
    this.points = points;
    this.maxPoints = settings.maxPoints();
  }

  /** Returns how many points the ring would have needed. */
  public long points() {
    return points;
  }

  /** Returns how many points the ring may have. */
  public int maxPoints() {
    return maxPoints;
  }
}
