package io.ballast.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ballast.loadtest.report.Series.Point;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class PageTest {
  private static Document parse(Page page) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(page.html())));
  }

  @Test
  void pageIsWellFormedWhateverTheText() throws Exception {
    String text = "<b> & \"quoted\" \u0001 ]]>";
    Series line = new Series(text, 3, true, List.of(new Point(0, 0), new Point(10, 5)));
    Page page =
        new Page(text)
            .heading(text)
            .paragraph(text)
            .preformatted(text)
            .table(List.of(text), List.of(List.of(text)))
            .plot(
                new TimePlot(text)
                    .line(line)
                    .bars(List.of(1, 0, 3))
                    .marks(List.of(new Mark(3, text))));

    Document document = parse(page);

    assertThat(document.getElementsByTagName("h2").item(0).getTextContent())
        .isEqualTo(text.replace('\u0001', '\ufffd'));
    assertThat(document.getElementsByTagName("polyline").getLength()).isOne();
    assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(3);
  }

  @Test
  void pageNeedsNoOtherFileAndKnowsTheDark() {
    String html = new Page("x").plot(new TimePlot("empty")).html();

    assertThat(html).doesNotContain("src=", "href=", "url(", "@import");
    assertThat(html).contains("prefers-color-scheme: dark");
  }

  @Test
  void highestValueIsAtTheTopAndTheLastAtTheRight() {
    Series line = new Series("a", 0, false, List.of(new Point(0, 0), new Point(100, 50)));

    assertThat(new TimePlot("t").line(line).svg()).contains("points=\"64.0,300.0 944.0,24.0\"");
  }

  @Test
  void pointThatCannotBeDrawnIsRefused() {
    assertThatThrownBy(() -> new Point(0, Double.NaN)).hasMessage("(0.0, NaN) cannot be drawn");
    assertThatThrownBy(() -> new Point(-1, 0)).hasMessage("(-1.0, 0.0) cannot be drawn");
  }
}
