package io.ballast.loadtest.compare;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;

/** The runs of a comparison, and their table. Confined to one thread. */
final class Results {
  private final Map<Workload, Map<Peer, List<Run>>> runs = new EnumMap<>(Workload.class);

  /** Adds a run. The n-th runs of all peers form a pair with each other. */
  void add(Workload workload, Peer peer, Run run) {
    runs.computeIfAbsent(workload, w -> new EnumMap<>(Peer.class))
        .computeIfAbsent(peer, p -> new ArrayList<>())
        .add(run);
  }

  long wrong() {
    return runs.values().stream()
        .flatMap(peers -> peers.values().stream())
        .flatMap(List::stream)
        .mapToLong(Run::wrong)
        .sum();
  }

  /**
   * For a person: for each workload and peer the medians, and the ratios to HAProxy, pair by pair.
   */
  String table() {
    StringJoiner lines = new StringJoiner("\n");
    runs.forEach(
        (workload, peers) -> {
          lines.add("");
          lines.add(
              String.format(
                  Locale.ROOT,
                  "%-32s %13s  %-22s %14s  %13s",
                  workload.title(),
                  workload.figure(),
                  "ratio to haproxy",
                  workload.second(),
                  "load itself"));
          peers.forEach((peer, list) -> lines.add(row(peer, list, peers.get(Peer.HAPROXY))));
        });
    return lines.toString();
  }

  private static String row(Peer peer, List<Run> list, List<Run> haproxy) {
    return String.format(
        Locale.ROOT,
        "  %-30s %13s  %-22s %14s  %13s",
        peer,
        median(list, Run::figure),
        peer == Peer.DIRECT || haproxy == null ? "" : ratio(list, haproxy),
        median(list, Run::second),
        median(list, Run::own));
  }

  /** The middle of a figure of all runs; a dash where there is none. */
  private static String median(List<Run> list, Function<Run, Double> figure) {
    double median = Spread.of(list.stream().map(figure).toList()).median();
    return median == 0 ? "-" : number(median);
  }

  /** The median of the ratios, and the smallest and the largest. */
  private static String ratio(List<Run> list, List<Run> haproxy) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < Math.min(list.size(), haproxy.size()); i++) {
      if (haproxy.get(i).figure() > 0) {
        ratios.add(list.get(i).figure() / haproxy.get(i).figure());
      }
    }
    if (ratios.isEmpty()) {
      return "";
    }
    Spread spread = Spread.of(ratios);
    return String.format(
        Locale.ROOT, "%.2f (%.2f to %.2f)", spread.median(), spread.min(), spread.max());
  }

  private static String number(double value) {
    String format = Math.abs(value) >= 100 ? "%,.0f" : Math.abs(value) >= 10 ? "%.1f" : "%.3f";
    return String.format(Locale.ROOT, format, value);
  }
}
