package io.ballast.loadtest.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import io.ballast.loadtest.report.JsonLine;
import io.ballast.loadtest.report.Mark;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioReportTest {
  private static final Layout LAYOUT = Layout.even(100, 100, 100);
  private static final Scenario DRAIN = new DrainScenario(LAYOUT, Duration.ZERO, new Pace(100, 50));

  @TempDir private Path folder;

  /** An outcome of a drain, with one member of the sets' totals changed. */
  private static Outcome outcome(String changed, long value, long servedAgain) {
    JsonLine totals = JsonLine.of("sets");
    for (String name :
        List.of(
            "lost",
            "unanswered",
            "doubled",
            "reordered",
            "foreign",
            "pingPongs",
            "answered",
            "repeated")) {
      totals.with(name, name.equals(changed) ? value : 0);
    }
    totals.with(
        "endings",
        Map.of(
            "reset", changed.equals("reset") ? value : 0,
            "refused", changed.equals("refused") ? value : 0,
            "unanswered", changed.equals("gaveUp") ? value : 0));
    totals.with("openAtEnd", Map.of("unanswered", changed.equals("gaveUp") ? value : 0));
    List<Config> sets = new ArrayList<>();
    sets.add(read(totals));
    for (String of : List.of("moved", "returned")) {
      sets.add(
          read(
              JsonLine.of("gap")
                  .with("of", of)
                  .with("count", 50)
                  .with("p50Millis", 900)
                  .with("p99Millis", 5000)
                  .with("maxMillis", 6000)));
    }
    sets.add(
        read(
            JsonLine.of("reconnects")
                .with("peakIn100Millis", 11)
                .with("perSecond", List.of(0, 50, 0))));
    sets.add(
        read(
            JsonLine.of("change")
                .with("from", "n1")
                .with("to", "n2")
                .with("after", "closed")
                .with("sets", 50)));
    Config served = read(JsonLine.of("served").with("again", servedAgain).with("leftOut", 0));
    return new Outcome(
        LAYOUT,
        List.of(sample(1, 50, 50), sample(2, 0, 100)),
        List.of(new Mark(1.5, "DRAIN n1")),
        sets,
        List.of(served),
        Map.of("moves", 50L),
        List.of());
  }

  private static Config read(JsonLine line) {
    return JsonLine.read(line.toString());
  }

  private static Sample sample(double seconds, long first, long second) {
    Map<String, Long> weights = Map.of("n1", first == 0 ? 0L : 100L, "n2", 100L);
    return new Sample(
        seconds,
        Map.of("n1", first, "n2", second),
        weights,
        LAYOUT.targets(weights),
        100,
        Map.of(),
        0,
        List.of());
  }

  @Test
  void drainThatLosesNothingIsGood() {
    ScenarioReport report = new ScenarioReport(DRAIN, outcome("", 0, 0));

    assertThat(report.isGood()).as(report.summary()).isTrue();
    assertThat(report.summary()).contains("p50 900 ms, p99 5000 ms, longest 6000 ms (50)");
  }

  @Test
  void whatMustBeNoneBreaksTheReport() {
    for (String name :
        List.of(
            "lost",
            "unanswered",
            "doubled",
            "reordered",
            "foreign",
            "pingPongs",
            "reset",
            "refused")) {
      assertThat(new ScenarioReport(DRAIN, outcome(name, 1, 0)).isGood()).as(name).isFalse();
    }
  }

  @Test
  void answerLostOnItsWayIsToldByTheSecondServing() {
    Scenario crash = new FlapScenario(LAYOUT, 1, Duration.ZERO, Duration.ZERO);

    assertThat(new ScenarioReport(DRAIN, outcome("", 0, 1)).isGood()).isFalse();
    assertThat(new ScenarioReport(crash, outcome("", 0, 1)).summary())
        .contains("held    no answer lost: 0");
  }

  @Test
  void requestOfASetThatGaveUpIsNotLostWhenItIsServedAgain() {
    ScenarioReport report = new ScenarioReport(DRAIN, outcome("gaveUp", 1, 1));

    assertThat(report.summary())
        .contains("held    no answer lost: 0")
        .contains("BROKEN  no set that gave up waiting for an answer: 1");
  }

  @Test
  void pageIsWellFormed() throws Exception {
    new ScenarioReport(DRAIN, outcome("", 0, 0)).writeTo(folder);

    assertThat(
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("report.html").toFile())
                .getElementsByTagName("polyline")
                .getLength())
        .isEqualTo(4);
    assertThat(folder.resolve("samples.jsonl")).exists();
  }

  @Test
  void paceIsThatOfTheConfiguration() {
    assertThat(Pace.of("").moves(4)).isEqualTo(100);
    assertThat(Pace.of("").moves(1)).isEqualTo(50);
    assertThat(Pace.of("rate = 300, node-rate = 100").moves(2)).isEqualTo(200);
  }
}
