package io.ballast.loadtest.scenario;

import com.typesafe.config.Config;
import io.ballast.loadtest.report.Page;
import io.ballast.loadtest.report.Series;
import io.ballast.loadtest.report.Series.Point;
import io.ballast.loadtest.report.TimePlot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.ToDoubleFunction;

/** What a scenario showed, as text, as a page, and whether all held that must. Immutable. */
final class ScenarioReport {
  /** The file of the page. */
  static final String PAGE = "report.html";

  private static final String SAMPLES = "samples.jsonl";

  private final Scenario scenario;
  private final Outcome outcome;
  private final List<MustHold> rules;

  ScenarioReport(Scenario scenario, Outcome outcome) {
    this.scenario = scenario;
    this.outcome = outcome;
    List<MustHold> all = new ArrayList<>(outcome.seen());
    all.addAll(always());
    all.addAll(scenario.judge(outcome));
    this.rules = List.copyOf(all);
  }

  private List<MustHold> always() {
    List<MustHold> always = new ArrayList<>();
    long lost = outcome.ofSets("lost") + outcome.ofSets("unanswered");
    if (!scenario.breaksConnections()) {
      lost += outcome.lostOnTheWay();
      always.add(
          MustHold.none("set that gave up waiting for an answer", outcome.endings("unanswered")));
    }
    always.add(MustHold.none("answer lost", lost));
    always.add(MustHold.none("answer doubled", outcome.ofSets("doubled")));
    always.add(MustHold.none("answer reordered", outcome.ofSets("reordered")));
    always.add(MustHold.none("answer other than asked for", outcome.ofSets("foreign")));
    always.add(MustHold.none("request left out", outcome.ofServed("leftOut")));
    always.add(
        MustHold.none("set moved back where it was moved from", outcome.ofSets("pingPongs")));
    always.add(
        MustHold.none(
            "set without a connection at the end",
            (long) scenario.layout().totalSets() - outcome.last().connected()));
    return always;
  }

  boolean isGood() {
    return rules.stream().allMatch(MustHold::held);
  }

  /** For a terminal. */
  String summary() {
    StringJoiner lines = new StringJoiner("\n");
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "scenario %s: %d nodes, %d sets, %.0f s",
            scenario.name(),
            scenario.layout().nodes().size(),
            scenario.layout().totalSets(),
            outcome.last().seconds()));
    lines.add("node       zone       weight   target sessions");
    Sample end = outcome.last();
    for (Layout.Member node : scenario.layout().nodes()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%-10s %-10s %6d %8.0f %8d",
              node.name(),
              node.zone(),
              end.weights().getOrDefault(node.name(), 0L),
              end.target(node.name()),
              end.on(node.name())));
    }
    figures().forEach(figure -> lines.add("%-32s %s".formatted(figure.get(0), figure.get(1))));
    rules.forEach(rule -> lines.add(rule.toString()));
    return lines.toString();
  }

  private List<List<String>> figures() {
    List<List<String>> figures = new ArrayList<>();
    figures.add(figure("moves (closed, came elsewhere)", outcome.moves()));
    figures.add(figure("changes of node, whatever the reason", outcome.allChanges()));
    figures.add(figure("moves back where moved from", outcome.ofSets("pingPongs")));
    figures.add(
        figure("most reconnects in 100 ms", outcome.reconnects().getLong("peakIn100Millis")));
    figures.add(List.of("gap of a moved set", gap("moved")));
    figures.add(List.of("gap of any set that came back", gap("returned")));
    figures.add(figure("requests answered", outcome.ofSets("answered")));
    figures.add(figure("requests asked again", outcome.ofSets("repeated")));
    figures.add(figure("requests served again", outcome.ofServed("again")));
    figures.add(
        List.of(
            "lost, doubled, reordered, foreign",
            "%d, %d, %d, %d"
                .formatted(
                    outcome.ofSets("lost") + outcome.ofSets("unanswered"),
                    outcome.ofSets("doubled"),
                    outcome.ofSets("reordered"),
                    outcome.ofSets("foreign"))));
    return figures;
  }

  private static List<String> figure(String name, long value) {
    return List.of(name, Long.toString(value));
  }

  private String gap(String of) {
    Config gap = outcome.gap(of);
    return gap.getLong("count") == 0
        ? "none"
        : String.format(
            Locale.ROOT,
            "p50 %.0f ms, p99 %.0f ms, longest %.0f ms (%d)",
            gap.getDouble("p50Millis"),
            gap.getDouble("p99Millis"),
            gap.getDouble("maxMillis"),
            gap.getLong("count"));
  }

  /** Writes the page, and the samples that it was made from. */
  void writeTo(Path folder) throws IOException {
    Files.writeString(folder.resolve(PAGE), page().html());
    Cast.write(folder.resolve(SAMPLES), ScenarioRun.lines(outcome.samples()));
  }

  private Page page() {
    Page page =
        new Page("Scenario " + scenario.name())
            .paragraph(scenario.story())
            .table(List.of("", "what must hold", "measured"), ruleRows())
            .plot(sessions())
            .plot(
                new TimePlot("Sets that came back, each second")
                    .bars(outcome.reconnects().getIntList("perSecond"))
                    .marks(outcome.marks()))
            .heading("Figures")
            .table(List.of("what", "measured"), figures());
    if (!outcome.counters().isEmpty()) {
      page.heading("How much the proxy's own counters grew")
          .table(List.of("counter", ""), counters());
    }
    return page.heading("At the end").preformatted(summary());
  }

  private List<List<String>> ruleRows() {
    return rules.stream()
        .map(rule -> List.of(rule.held() ? "held" : "BROKEN", rule.rule(), rule.measured()))
        .toList();
  }

  private List<List<String>> counters() {
    return outcome.counters().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(counter -> List.of(counter.getKey(), counter.getValue().toString()))
        .toList();
  }

  private TimePlot sessions() {
    TimePlot plot = new TimePlot("Sessions on each node, and its target").marks(outcome.marks());
    List<String> nodes = scenario.layout().names();
    for (int i = 0; i < nodes.size(); i++) {
      String node = nodes.get(i);
      plot.line(new Series(node, i, false, points(sample -> sample.on(node))));
    }
    for (int i = 0; i < nodes.size(); i++) {
      String node = nodes.get(i);
      plot.line(new Series(node + ", target", i, true, points(sample -> sample.target(node))));
    }
    return plot;
  }

  private List<Point> points(ToDoubleFunction<Sample> value) {
    return outcome.samples().stream()
        .map(sample -> new Point(sample.seconds(), value.applyAsDouble(sample)))
        .toList();
  }
}
