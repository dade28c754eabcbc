package io.ballast.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.snapshots.Unit;

/** How the state file fares. Told on the store's thread. */
public final class StoreMetrics {
  private static final double[] BOUNDS = {
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5
  };

  private final Histogram writes;
  private final Counter failures;
  private final Gauge size;

  StoreMetrics(Instruments instruments) {
    writes =
        instruments.seconds(
            "ballast_store_write_duration_seconds",
            "How long it took to replace and sync the state file.",
            BOUNDS);
    failures =
        instruments.counter(
            "ballast_store_failures",
            "Times that the state file could not be written; the changes were refused.");
    size =
        instruments.gauge(
            "ballast_store_size_bytes", "The size of the state file as last written.");
  }

  /** The file was written: its size, and how long that took. */
  public void written(long bytes, long nanos) {
    writes.observe(Unit.nanosToSeconds(nanos));
    size.set((double) bytes);
  }

  /** The file could not be written. */
  public void failed() {
    failures.inc();
  }
}
