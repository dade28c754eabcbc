package io.ballast.loadtest.compare;

import java.util.Collection;

/** The smallest, the middle and the largest of some values. */
record Spread(double min, double median, double max) {
  /**
   * @param values at least one
   */
  static Spread of(Collection<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("there is no middle of no values");
    }
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(sorted[0], median, sorted[sorted.length - 1]);
  }
}
