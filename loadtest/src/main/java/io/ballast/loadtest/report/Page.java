package io.ballast.loadtest.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A report for people: one HTML file that needs no other, readable on a light and on a dark screen,
 * and well-formed XML. Filled from top to bottom.
 */
public final class Page {
  private static final String STYLE = "page.css";

  private final String title;
  private final StringBuilder body = new StringBuilder(16_384);

  /** A page with a title, and nothing else yet. */
  public Page(String title) {
    this.title = title;
  }

  /** Adds a heading. */
  public Page heading(String text) {
    return element("h2", text);
  }

  /** Adds a paragraph. */
  public Page paragraph(String text) {
    return element("p", text);
  }

  /** Adds text as it is, lines and spaces kept. */
  public Page preformatted(String text) {
    return element("pre", text);
  }

  private Page element(String name, String text) {
    body.append("<%s>%s</%s>%n".formatted(name, Markup.escape(text), name));
    return this;
  }

  /** Adds a table. */
  public Page table(List<String> header, List<List<String>> rows) {
    body.append("<table><thead>");
    row("th", header);
    body.append("</thead><tbody>\n");
    rows.forEach(cells -> row("td", cells));
    body.append("</tbody></table>\n");
    return this;
  }

  private void row(String cell, List<String> cells) {
    body.append("<tr>");
    cells.forEach(text -> body.append("<%s>%s</%s>".formatted(cell, Markup.escape(text), cell)));
    body.append("</tr>\n");
  }

  /** Adds a plot, with a legend of its lines and a list of its events. */
  public Page plot(TimePlot plot) {
    body.append("<figure><figcaption>%s</figcaption>%n".formatted(Markup.escape(plot.title())));
    body.append("<p class=\"legend\">");
    for (Series line : plot.lines()) {
      body.append(
          "<span><svg class=\"key\" viewBox=\"0 0 24 8\"><line class=\"c%d%s\" x1=\"0\" y1=\"4\""
                  .formatted(line.colour() % TimePlot.COLOURS, line.dashed() ? " dashed" : "")
              + " x2=\"24\" y2=\"4\"/></svg> %s</span> ".formatted(Markup.escape(line.name())));
    }
    body.append("</p>\n").append(plot.svg()).append("\n");
    if (!plot.marks().isEmpty()) {
      body.append("<ol>");
      for (Mark mark : plot.marks()) {
        body.append("<li>%.0f s: %s</li>".formatted(mark.seconds(), Markup.escape(mark.text())));
      }
      body.append("</ol>\n");
    }
    body.append("</figure>\n");
    return this;
  }

  /** The file's text. */
  public String html() {
    String name = Markup.escape(title);
    return """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width"/>
        <title>%s</title>
        <style>
        %s</style></head>
        <body><h1>%s</h1>
        %s</body></html>
        """
        .formatted(name, style(), name, body);
  }

  private static String style() {
    try (InputStream style = Page.class.getResourceAsStream(STYLE)) {
      return new String(style.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
