package io.ballast.placement;

/**
 * How wide a band is, as parts of the target.
 *
 * @param enter how far from its target a node must be for balancing to start, above 0 to 1
 * @param leave how far from its target balancing stops, 0 to {@code enter}
 */
public record BandSettings(double enter, double leave) {
  /** A fifth, and 8 %. */
  public static final BandSettings DEFAULT = new BandSettings(0.20, 0.08);

  /**
   * @throws IllegalArgumentException if a number is out of its range
   */
  public BandSettings {
    if (!(enter > 0 && enter <= 1)) {
      throw new IllegalArgumentException(
          "enter = " + enter + ": a part of the target, above 0 and at most 1, such as 0.2");
    }
    if (!(leave >= 0 && leave <= enter)) {
      throw new IllegalArgumentException(
          "leave = " + leave + ": a part of the target, from 0 to enter = " + enter);
    }
  }
}
