package io.ballast.loadtest.compare;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** The system calls that were counted, and their table. Confined to one thread. */
final class CallResults {
  /** Calls that are rarer, for a unit of work, are only in the sum. */
  private static final double RAREST = 0.02;

  private final Map<Workload, Map<Contender, Count>> counts = new EnumMap<>(Workload.class);

  /** What is counted of one peer at one workload. */
  private static final class Count {
    private final Map<String, Long> calls = new TreeMap<>();
    private double units;
  }

  /**
   * Adds a run.
   *
   * @param units of work that were done, as the workload's calls are counted for
   */
  void add(Workload workload, Contender contender, double units, Map<String, Long> calls) {
    Count count =
        counts
            .computeIfAbsent(workload, w -> new LinkedHashMap<>())
            .computeIfAbsent(contender, c -> new Count());
    count.units += units;
    calls.forEach((name, times) -> count.calls.merge(name, times, Long::sum));
  }

  /** For a person: for each workload and peer the calls for a unit of work, the most first. */
  String table() {
    StringJoiner lines = new StringJoiner("\n");
    counts.forEach(
        (workload, contenders) -> {
          lines.add("");
          lines.add("%s: system calls a %s".formatted(workload.title(), workload.call()));
          contenders.forEach((contender, count) -> lines.add(row(contender, count)));
        });
    return lines.toString();
  }

  private static String row(Contender contender, Count count) {
    long all = count.calls.values().stream().mapToLong(Long::longValue).sum();
    StringJoiner calls = new StringJoiner(", ");
    count.calls.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .filter(call -> call.getValue() / count.units >= RAREST)
        .forEach(call -> calls.add(call.getKey() + " " + number(call.getValue() / count.units)));
    return String.format(
        Locale.ROOT, "  %-18s %7s   %s", contender, number(all / count.units), calls);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
