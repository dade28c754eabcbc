package io.ballast.metrics;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/**
 * The series of a metric that differ in one label, found by it: the library would look for all
 * labels as a list, at every count. Thread-safe.
 *
 * @param <K> the label
 * @param <S> what counts
 */
final class Series<K, S> {
  private final ConcurrentMap<K, S> known = new ConcurrentHashMap<>();
  private final Function<K, S> maker;

  /**
   * @param maker finds a series in the metric, which makes it if it is not there
   */
  Series(Function<K, S> maker) {
    this.maker = maker;
  }

  /** The series with that label. */
  S of(K label) {
    S series = known.get(label);
    return series != null ? series : known.computeIfAbsent(label, maker);
  }

  /** Looks in the metric again, which has let go of some. */
  void forget() {
    known.clear();
  }
}
