package io.ballast.placement;

/**
 * The range around a node's target in which drift is left alone, and the narrower one to which
 * balancing brings a node that has left it. The target's own random spread, 3·√target, and the
 * ring's error, 3·target/√points, widen the range, so that chance alone does not leave it.
 *
 * @param target the sessions the node should have
 * @param enter how far from the target balancing starts
 * @param leave how far from the target balancing ends
 */
public record Band(double target, double enter, double leave) {
  /** How many standard deviations chance is given. */
  private static final double SPREAD = 3;

  /** The band of a node with that target and that many points on its ring. */
  public static Band of(BandSettings settings, double target, int points) {
    double chance = SPREAD * Math.sqrt(target);
    double ringError = points == 0 ? 0 : SPREAD * target / Math.sqrt(points);
    return new Band(
        target,
        Math.max(settings.enter() * target, Math.max(chance, ringError)),
        Math.max(settings.leave() * target, Math.sqrt(target)));
  }

  /** The most sessions that are within the band. */
  public double upperEdge() {
    return target + enter;
  }

  /** The fewest sessions that are within the band, 0 or more. */
  public double lowerEdge() {
    return Math.max(0, target - enter);
  }

  /** The sessions down to which a node above its band is brought. */
  public double upperLeave() {
    return target + leave;
  }

  /** The sessions up to which a node below its band is brought, 0 or more. */
  public double lowerLeave() {
    return Math.max(0, target - leave);
  }
}
