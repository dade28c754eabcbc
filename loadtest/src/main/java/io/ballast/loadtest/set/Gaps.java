package io.ballast.loadtest.set;

import io.ballast.loadtest.report.JsonLine;
import org.HdrHistogram.Histogram;

/** Times that sets were without a connection that answers. Owned by one thread. */
final class Gaps {
  private static final int DIGITS = 3;
  private static final double MICROS_PER_MILLI = 1000;

  private final String name;
  private final Histogram micros = new Histogram(DIGITS);

  Gaps(String name) {
    this.name = name;
  }

  void add(long nanos) {
    micros.recordValue(nanos / 1000);
  }

  void forget() {
    micros.reset();
  }

  JsonLine report() {
    return JsonLine.of("gap")
        .with("of", name)
        .with("count", micros.getTotalCount())
        .with("p50Millis", millis(50))
        .with("p90Millis", millis(90))
        .with("p99Millis", millis(99))
        .with("maxMillis", millis(100));
  }

  private double millis(double percentile) {
    return micros.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
  }
}
