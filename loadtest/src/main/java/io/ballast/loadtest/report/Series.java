package io.ballast.loadtest.report;

import java.util.List;

/**
 * One line of a plot.
 *
 * @param colour which of the plot's colours, 0 or more; a measured line and its target share one
 * @param dashed whether it is what should be, and not what was measured
 * @param points from left to right
 */
public record Series(String name, int colour, boolean dashed, List<Point> points) {
  /** A place in a plot; both coordinates are finite, and 0 or more. */
  public record Point(double x, double y) {
    /** Refuses what cannot be drawn. */
    public Point {
      if (!(x >= 0 && x < Double.MAX_VALUE && y >= 0 && y < Double.MAX_VALUE)) {
        throw new IllegalArgumentException("(%s, %s) cannot be drawn".formatted(x, y));
      }
    }
  }

  /** Keeps the points as they are now. */
  public Series {
    points = List.copyOf(points);
  }
}
