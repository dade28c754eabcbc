package io.ballast.placement;

/**
 * How sessions are placed.
 *
 * @param bound whether a node at the upper edge of its band is passed over
 * @param attempts how many nodes a session tries at most, 1 to 64; the last ones are kept for the
 *     backup zones
 * @param band how wide the band is
 */
public record PlacementSettings(boolean bound, int attempts, BandSettings band) {
  /** Bound on, four attempts. */
  public static final PlacementSettings DEFAULT =
      new PlacementSettings(true, 4, BandSettings.DEFAULT);

  private static final int MAX_ATTEMPTS = 64;

  /**
   * @throws IllegalArgumentException if {@code attempts} is out of its range
   */
  public PlacementSettings {
    if (attempts < 1 || attempts > MAX_ATTEMPTS) {
      throw new IllegalArgumentException(
          "attempts = " + attempts + ": a session tries 1 to " + MAX_ATTEMPTS + " nodes");
    }
  }
}
