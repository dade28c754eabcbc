package io.ballast.http;

import java.io.IOException;
import java.io.OutputStream;

/** Port: what {@code /metrics} shows. */
@FunctionalInterface
public interface MetricsSource {
  /**
   * Writes all metrics as they are now, in the Prometheus text format 0.0.4. Called on the event
   * loop of the admin channels; must not block.
   *
   * @param out takes everything at once and never fails; need not be closed
   */
  void scrape(OutputStream out) throws IOException;
}
