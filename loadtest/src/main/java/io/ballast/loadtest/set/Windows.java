package io.ballast.loadtest.set;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Counts of events in consecutive windows of 100 ms. Owned by one thread. */
final class Windows {
  static final long WIDTH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int PER_SECOND = 10;

  private int[] counts = new int[1024];
  private int size;
  private long total;

  /**
   * @param sinceStartNanos when it happened, 0 or more
   */
  void add(long sinceStartNanos) {
    int window = Math.toIntExact(sinceStartNanos / WIDTH_NANOS);
    if (window >= counts.length) {
      counts = Arrays.copyOf(counts, Math.max(window + 1, counts.length * 2));
    }
    counts[window]++;
    size = Math.max(size, window + 1);
    total++;
  }

  long total() {
    return total;
  }

  /** The most in any one window. */
  int peak() {
    return Arrays.stream(counts, 0, size).max().orElse(0);
  }

  /** The counts of each whole second and of the last, begun one. */
  List<Integer> perSecond() {
    int seconds = (size + PER_SECOND - 1) / PER_SECOND;
    Integer[] sums = new Integer[seconds];
    Arrays.setAll(
        sums,
        second -> {
          int end = Math.min(size, (second + 1) * PER_SECOND);
          return Arrays.stream(counts, second * PER_SECOND, end).sum();
        });
    return List.of(sums);
  }
}
