package io.ballast.loadtest.soak;

import io.ballast.loadtest.scenario.MustHold;
import java.util.List;
import java.util.Locale;

/**
 * Whether a measure grows over a run: its median over the last third of the samples against that
 * over the second third. The first third is when a process warms up.
 *
 * @param what the measure
 * @param part by how much it may be above, as a part of what it was
 * @param slack by how much more
 */
record Growth(String what, double part, double slack) {
  private static final double MEBI = 1 << 20;

  /** Judges. */
  MustHold judge(List<Long> values) {
    int third = values.size() / 3;
    double before = median(values.subList(third, 2 * third));
    double after = median(values.subList(2 * third, values.size()));
    return new MustHold(
        "%s does not grow".formatted(what),
        after <= before * (1 + part) + slack,
        String.format(Locale.ROOT, "%.1f MiB, then %.1f MiB", before / MEBI, after / MEBI));
  }

  private static double median(List<Long> values) {
    List<Long> sorted = values.stream().sorted().toList();
    return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
  }
}
