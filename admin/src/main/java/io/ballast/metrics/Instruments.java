package io.ballast.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.StatefulMetric;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.DoubleSupplier;

/**
 * Makes metrics, knows them all, and lets go of those of nodes and listeners that are gone.
 *
 * <p>Made and added to by the thread that starts the process; the metrics themselves are
 * thread-safe.
 */
final class Instruments {
  static final String CLUSTER = "cluster";
  static final String NODE = "node";
  static final String LISTENER = "listener";
  static final String REASON = "reason";

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final List<StatefulMetric<?, ?>> ofNodes = new ArrayList<>();
  private final List<StatefulMetric<?, ?>> ofListeners = new ArrayList<>();
  private final Set<String> names = new TreeSet<>();

  /**
   * A count.
   *
   * @param name without {@code _total}
   * @param labels the cluster first, then the node or listener if the count is of one
   */
  Counter counter(String name, String help, String... labels) {
    Counter counter =
        Counter.builder()
            .name(name)
            .help(help)
            .labelNames(labels)
            .withoutExemplars()
            .register(registry);
    names.add(name + "_total");
    return kept(counter, labels);
  }

  /** A count that is kept elsewhere. */
  void counter(String name, String help, DoubleSupplier value) {
    CounterWithCallback.builder()
        .name(name)
        .help(help)
        .callback(callback -> callback.call(value.getAsDouble()))
        .register(registry);
    names.add(name + "_total");
  }

  /** A distribution of times, with the upper bounds of its buckets in seconds. */
  Histogram seconds(String name, String help, double[] bounds, String... labels) {
    Histogram histogram =
        Histogram.builder()
            .name(name)
            .help(help)
            .unit(Unit.SECONDS)
            .classicOnly()
            .classicUpperBounds(bounds)
            .labelNames(labels)
            .withoutExemplars()
            .register(registry);
    names.add(name);
    return kept(histogram, labels);
  }

  /** A value that is set when it changes. */
  Gauge gauge(String name, String help, String... labels) {
    names.add(name);
    return Gauge.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }

  /** Values that are read when they are asked for. */
  void add(Readings<?> readings) {
    registry.register(readings);
    names.addAll(readings.names());
  }

  /** Metrics of another kind. */
  void add(MultiCollector metrics, String... theirNames) {
    registry.register(metrics);
    Collections.addAll(names, theirNames);
  }

  private <M extends StatefulMetric<?, ?>> M kept(M metric, String... labels) {
    if (labels.length > 1 && labels[1].equals(NODE)) {
      ofNodes.add(metric);
    } else if (labels.length > 1 && labels[1].equals(LISTENER)) {
      ofListeners.add(metric);
    }
    return metric;
  }

  /** Forgets what was counted for nodes that are no longer there; each is asked for by cluster. */
  void keepNodes(BiPredicate<String, String> isThere) {
    keep(ofNodes, isThere);
  }

  /** The same for listeners. */
  void keepListeners(BiPredicate<String, String> isThere) {
    keep(ofListeners, isThere);
  }

  private static void keep(
      List<StatefulMetric<?, ?>> metrics, BiPredicate<String, String> isThere) {
    metrics.forEach(
        metric -> metric.removeIf(values -> !isThere.test(values.get(0), values.get(1))));
  }

  /** The name of every metric there can be, as it is written. */
  Set<String> names() {
    return Collections.unmodifiableSet(names);
  }

  /** All metrics as they are now. */
  MetricSnapshots read() {
    return registry.scrape();
  }
}
