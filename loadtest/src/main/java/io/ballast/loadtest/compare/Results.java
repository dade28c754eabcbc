package io.ballast.loadtest.compare;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.ToDoubleFunction;

/** The runs of a comparison, and their table. Confined to one thread. */
final class Results {
  private final Peer reference;
  private final Map<Workload, Map<Contender, List<Run>>> runs = new EnumMap<>(Workload.class);

  /**
   * @param reference the peer to which the others are compared
   */
  Results(Peer reference) {
    this.reference = reference;
  }

  /** Adds a run. The n-th runs of all contenders form a pair with each other. */
  void add(Workload workload, Contender contender, Run run) {
    runs.computeIfAbsent(workload, w -> new LinkedHashMap<>())
        .computeIfAbsent(contender, c -> new ArrayList<>())
        .add(run);
  }

  /**
   * For a person: for each workload and contender the medians, and the ratios to the reference with
   * as many threads, pair by pair; and those of several threads to one.
   */
  String table() {
    StringJoiner lines = new StringJoiner("\n");
    runs.forEach(
        (workload, contenders) -> {
          lines.add("");
          lines.add(workload.title());
          lines.add(head(workload));
          contenders.forEach(
              (contender, list) ->
                  lines.add(
                      row(workload, contender, list, contenders.get(contender.of(reference)))));
          contenders.forEach(
              (contender, list) -> {
                List<Run> one = contenders.get(contender.withOneThread());
                if (contender.threads() > 1 && one != null) {
                  lines.add(againstOne(workload, contender, list, one));
                }
              });
        });
    return lines.toString();
  }

  private String head(Workload workload) {
    StringBuilder head = new StringBuilder(column("", -18));
    for (Workload.Figure figure : workload.figures()) {
      head.append(column(figure.title(), 16));
      if (figure.compared()) {
        head.append(column("  to " + reference, -20));
      }
    }
    return head.append("  busy: proxy + load").toString();
  }

  private static String row(
      Workload workload, Contender contender, List<Run> list, List<Run> referred) {
    StringBuilder row = new StringBuilder(column("  " + contender, -18));
    for (int i = 0; i < workload.figures().size(); i++) {
      int index = i;
      row.append(column(dashOr(median(list, run -> run.figure(index))), 16));
      if (workload.figures().get(i).compared()) {
        boolean compared = referred != null && contender.peer() != Peer.DIRECT;
        row.append(column(compared ? "  " + ratio(list, referred, i) : "", -20));
      }
    }
    double proxy = median(list, Run::busyProxy);
    double load = median(list, Run::busyLoad);
    if (load > 0) {
      row.append(String.format(Locale.ROOT, "  %.2f + %.2f", proxy, load));
    }
    return row.toString().stripTrailing();
  }

  /** What the first two figures are with several threads, if they are 1 with one. */
  private static String againstOne(
      Workload workload, Contender contender, List<Run> list, List<Run> one) {
    StringJoiner figures = new StringJoiner(", ");
    for (int i = 0; i < 2; i++) {
      figures.add(workload.figures().get(i).title() + " " + ratio(list, one, i));
    }
    return column("  " + contender, -18) + "  against one thread: " + figures;
  }

  private static double median(List<Run> list, ToDoubleFunction<Run> figure) {
    return Spread.of(list.stream().mapToDouble(figure).boxed().toList()).median();
  }

  /** The median of the ratios of a figure, and the smallest and the largest. */
  private static String ratio(List<Run> list, List<Run> reference, int figure) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < Math.min(list.size(), reference.size()); i++) {
      double compared = list.get(i).figure(figure);
      double to = reference.get(i).figure(figure);
      if (to > 0) {
        ratios.add(compared / to);
      }
    }
    if (ratios.isEmpty()) {
      return "";
    }
    Spread spread = Spread.of(ratios);
    return String.format(
        Locale.ROOT, "%.2f (%.2f to %.2f)", spread.median(), spread.min(), spread.max());
  }

  /** A value, or a dash where there is none. */
  private static String dashOr(double value) {
    return value == 0 ? "-" : number(value);
  }

  /** A value with as many digits as mean something. */
  static String number(double value) {
    String format = Math.abs(value) >= 100 ? "%,.0f" : Math.abs(value) >= 10 ? "%.1f" : "%.3f";
    return String.format(Locale.ROOT, format, value);
  }

  /** A text with blanks before it, or after it if the width is negative. */
  private static String column(String text, int width) {
    return ("%" + width + "s").formatted(text);
  }
}
