package io.ballast;

import io.ballast.metrics.StoreMetrics;
import io.ballast.store.StoreObserver;
import java.io.IOException;

/** Tells the metrics how the state file fares. */
record StoreReport(StoreMetrics metrics) implements StoreObserver {
  @Override
  public void written(int requests, long bytes, long nanos) {
    metrics.written(bytes, nanos);
  }

  @Override
  public void failed(int requests, IOException failure) {
    metrics.failed();
  }
}
