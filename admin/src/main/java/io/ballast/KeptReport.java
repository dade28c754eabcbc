package io.ballast;

import io.ballast.store.ConfigValue;
import io.ballast.store.ConfigValues;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log, at the start, what was set at run time before and holds again, so that nobody
 * wonders why a node of the file takes no sessions. Stateless.
 */
final class KeptReport {
  private static final Logger log = LoggerFactory.getLogger(KeptReport.class);
  private static final int LOGGED_VALUES = 100;

  private KeptReport() {}

  /** Logs the values of the cluster that differ from its configuration. */
  static void log(RunningCluster cluster) {
    List<ConfigValue> kept = new ArrayList<>();
    ConfigValues.visit(
        cluster.baseline(),
        cluster.snapshot(),
        value -> {
          if (value.source() == ConfigValue.Source.RUNTIME) {
            kept.add(value);
          }
        });
    kept.stream()
        .limit(LOGGED_VALUES)
        .forEach(value -> log.info("kept: cluster={} {}", cluster.name(), value));
    if (kept.size() > LOGGED_VALUES) {
      log.info(
          "kept: cluster={} {} more values; CONFIG shows them",
          cluster.name(),
          kept.size() - LOGGED_VALUES);
    }
  }
}
