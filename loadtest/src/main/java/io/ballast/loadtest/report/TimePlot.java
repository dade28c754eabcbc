package io.ballast.loadtest.report;

import io.ballast.loadtest.report.Series.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Values over the seconds of a run, as an SVG element: lines, or bars a second wide. */
public final class TimePlot {
  private static final int WIDTH = 960;
  private static final int HEIGHT = 340;
  private static final int LEFT = 64;
  private static final int RIGHT = 16;
  private static final int TOP = 24;
  private static final int BOTTOM = 40;
  private static final int TICKS = 5;

  /** How many different colours a page has. */
  static final int COLOURS = 8;

  private final String title;
  private final List<Series> lines = new ArrayList<>();
  private final List<Integer> bars = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();

  /** A plot without anything in it. */
  public TimePlot(String title) {
    this.title = title;
  }

  /** Adds a line. */
  public TimePlot line(Series line) {
    lines.add(line);
    return this;
  }

  /** Adds a bar for each second from the start. */
  public TimePlot bars(List<Integer> perSecond) {
    bars.addAll(perSecond);
    return this;
  }

  /** Adds a vertical line with a number, for each event. */
  public TimePlot marks(List<Mark> events) {
    marks.addAll(events);
    return this;
  }

  String title() {
    return title;
  }

  List<Series> lines() {
    return lines;
  }

  List<Mark> marks() {
    return marks;
  }

  /** The element. */
  String svg() {
    Scale x = new Scale(maxX(), LEFT, WIDTH - RIGHT);
    Scale y = new Scale(maxY(), HEIGHT - BOTTOM, TOP);
    StringBuilder svg = new StringBuilder(4096);
    svg.append(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n"
            .formatted(WIDTH, HEIGHT, Markup.escape(title)));
    for (double tick : y.ticks()) {
      double at = y.at(tick);
      svg.append(stroke("grid", LEFT, at, WIDTH - RIGHT, at));
      svg.append(text("tick end", LEFT - 8, at + 4, label(tick)));
    }
    for (double tick : x.ticks()) {
      svg.append(text("tick middle", x.at(tick), HEIGHT - BOTTOM + 18, label(tick) + " s"));
    }
    drawBars(svg, x, y);
    for (int i = 0; i < marks.size(); i++) {
      double at = x.at(marks.get(i).seconds());
      svg.append(stroke("mark", at, TOP, at, HEIGHT - BOTTOM));
      svg.append(text("tick middle", at, TOP - 8, Integer.toString(i + 1)));
    }
    lines.forEach(line -> svg.append(polyline(line, x, y)));
    return svg.append("</svg>").toString();
  }

  private void drawBars(StringBuilder svg, Scale x, Scale y) {
    for (int second = 0; second < bars.size(); second++) {
      double top = y.at(bars.get(second));
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>%n",
              x.at(second),
              top,
              Math.max(0.5, x.at(second + 1) - x.at(second) - 0.5),
              HEIGHT - BOTTOM - top));
    }
  }

  private double maxX() {
    double points = points().mapToDouble(Point::x).max().orElse(0);
    double events = marks.stream().mapToDouble(Mark::seconds).max().orElse(0);
    return Math.max(Math.max(points, events), Math.max(1, bars.size()));
  }

  private double maxY() {
    double points = points().mapToDouble(Point::y).max().orElse(0);
    int highest = bars.stream().mapToInt(Integer::intValue).max().orElse(0);
    return Math.max(Math.max(points, highest), 1);
  }

  private Stream<Point> points() {
    return lines.stream().flatMap(line -> line.points().stream());
  }

  private static String polyline(Series line, Scale x, Scale y) {
    StringBuilder points = new StringBuilder();
    for (Point point : line.points()) {
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x.at(point.x()), y.at(point.y())));
    }
    return "<polyline class=\"c%d%s\" points=\"%s\"><title>%s</title></polyline>%n"
        .formatted(
            line.colour() % COLOURS,
            line.dashed() ? " dashed" : "",
            points.toString().strip(),
            Markup.escape(line.name()));
  }

  private static String stroke(String style, double x1, double y1, double x2, double y2) {
    return String.format(
        Locale.ROOT,
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
        style,
        x1,
        y1,
        x2,
        y2);
  }

  private static String text(String style, double x, double y, String text) {
    return String.format(
        Locale.ROOT,
        "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>%n",
        style,
        x,
        y,
        Markup.escape(text));
  }

  private static String label(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.1f", value);
  }

  /** From values to places on one axis, which begins at 0. */
  private record Scale(double max, double start, double end) {
    double at(double value) {
      return start + (end - start) * value / max;
    }

    /** Round values, as many as look well. */
    List<Double> ticks() {
      double rough = max / TICKS;
      double power = Math.pow(10, Math.floor(Math.log10(rough)));
      double step = rough <= power ? power : rough <= 2 * power ? 2 * power : 5 * power;
      if (rough > step) {
        step = 10 * power;
      }
      List<Double> ticks = new ArrayList<>();
      for (int i = 0; i * step <= max; i++) {
        ticks.add(i * step);
      }
      return ticks;
    }
  }
}
