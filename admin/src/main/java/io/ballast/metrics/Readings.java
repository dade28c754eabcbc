package io.ballast.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Gauges of things of one kind, read anew each time: whatever is gone has no series any more.
 *
 * @param <T> the kind of thing, such as a node
 */
final class Readings<T> implements MultiCollector {
  private final Supplier<? extends Iterable<T>> things;
  private final Function<T, Labels> labels;
  private final List<Reading<T>> readings = new ArrayList<>();

  private record Reading<T>(String name, String help, ToDoubleFunction<T> value) {}

  /**
   * Gauges that are read of all there is.
   *
   * @param things what there is at the time
   * @param labels what tells one from the other
   */
  Readings(Supplier<? extends Iterable<T>> things, Function<T, Labels> labels) {
    this.things = things;
    this.labels = labels;
  }

  /** Adds a gauge. Before the first collection. */
  Readings<T> with(String name, String help, ToDoubleFunction<T> value) {
    readings.add(new Reading<>(name, help, value));
    return this;
  }

  List<String> names() {
    return readings.stream().map(Reading::name).toList();
  }

  @Override
  public MetricSnapshots collect() {
    List<GaugeSnapshot.Builder> gauges = new ArrayList<>();
    for (Reading<T> reading : readings) {
      gauges.add(GaugeSnapshot.builder().name(reading.name()).help(reading.help()));
    }
    for (T thing : things.get()) {
      Labels its = labels.apply(thing);
      for (int i = 0; i < readings.size(); i++) {
        double value = readings.get(i).value().applyAsDouble(thing);
        gauges.get(i).dataPoint(new GaugeDataPointSnapshot(value, its, null));
      }
    }
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    gauges.forEach(gauge -> all.metricSnapshot(gauge.build()));
    return all.build();
  }
}
