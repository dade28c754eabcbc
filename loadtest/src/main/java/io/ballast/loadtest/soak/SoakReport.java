package io.ballast.loadtest.soak;

import io.ballast.loadtest.report.Page;
import io.ballast.loadtest.report.Series;
import io.ballast.loadtest.report.Series.Point;
import io.ballast.loadtest.report.TimePlot;
import io.ballast.loadtest.scenario.MustHold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.ToDoubleFunction;

/**
 * What a soak showed, as text, as a page, and whether all held that must.
 *
 * @param events what was done, a line each
 * @param figures what was counted, by name
 */
record SoakReport(
    SoakSettings settings,
    List<Level> levels,
    List<String> events,
    List<MustHold> rules,
    Map<String, Long> figures) {
  /** The file of the page. */
  static final String PAGE = "report.html";

  private static final double MEBI = 1 << 20;

  boolean isGood() {
    return rules.stream().allMatch(MustHold::held);
  }

  /** A level, for a terminal. */
  static String line(Level level) {
    return String.format(
        Locale.ROOT,
        "%6.0f s  resident %5.1f  heap %5.1f  direct %5.1f MiB  %4d descriptors  %4d sessions",
        level.seconds(),
        level.residentBytes() / MEBI,
        level.heapBytes() / MEBI,
        level.directBytes() / MEBI,
        level.descriptors(),
        level.sessions());
  }

  /** For a terminal. */
  String summary() {
    StringJoiner lines = new StringJoiner("\n");
    lines.add("");
    lines.add(
        "soak of %d s, seed %d: %d sets, %d streams, %d nodes, %d events"
            .formatted(
                settings.length().toSeconds(),
                settings.seed(),
                settings.sets(),
                settings.streams(),
                settings.nodes(),
                events.size()));
    figures.forEach((name, value) -> lines.add("%-40s %d".formatted(name, value)));
    rules.forEach(rule -> lines.add(rule.toString()));
    return lines.toString();
  }

  /** Writes the page, what was done, and the samples. */
  void writeTo(Path folder) throws IOException {
    Files.writeString(folder.resolve(PAGE), page().html());
    Files.write(folder.resolve("events.txt"), events);
    Files.write(
        folder.resolve("levels.jsonl"),
        levels.stream().map(Level::toJson).map(Object::toString).toList());
  }

  private Page page() {
    return new Page("Soak")
        .paragraph(
            "The proxy under sets, streams, short connections, moves and faults at once."
                + " events.txt has what was done.")
        .table(
            List.of("", "what must hold", "measured"),
            rules.stream()
                .map(rule -> List.of(rule.held() ? "held" : "BROKEN", rule.rule(), rule.measured()))
                .toList())
        .plot(
            new TimePlot("Memory, in MiB")
                .line(series("resident", 0, level -> level.residentBytes() / MEBI))
                .line(series("heap after collection", 1, level -> level.heapBytes() / MEBI))
                .line(series("direct", 2, level -> level.directBytes() / MEBI)))
        .plot(
            new TimePlot("Descriptors and sessions")
                .line(series("descriptors", 3, Level::descriptors))
                .line(series("sessions", 4, Level::sessions)))
        .heading("At the end")
        .preformatted(summary());
  }

  private Series series(String name, int colour, ToDoubleFunction<Level> value) {
    List<Point> points =
        levels.stream()
            .map(level -> new Point(level.seconds(), value.applyAsDouble(level)))
            .toList();
    return new Series(name, colour, false, points);
  }
}
