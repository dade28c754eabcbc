package io.ballast.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.cluster.Change;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class MetricsTest {
  /** What stands behind a name, and what it then is. */
  private static final String SUFFIX =
      ".*(_total|_seconds|_bytes|_sessions|_connections|_fds|_info|_weight|_up|_braked|_enabled"
          + "|_paused|_current)";

  @Test
  void sessionsAreCountedFromAcceptToClose() throws Exception {
    try (MeteredProxy proxy = MeteredProxy.start()) {
      String node = proxy.connect("phone-1");
      proxy.awaitValue("ballast_sessions{cluster=\"phones\"}", 1);
      String ofNode = "{cluster=\"phones\",node=\"" + node + "\"";
      Scrape open = proxy.scrape();
      assertThat(open.value("ballast_node_sessions" + ofNode + ",zone=\"default\"}")).hasValue(1.0);
      assertThat(open.value("ballast_sessions_opened_total" + ofNode + ",reason=\"owner\"}"))
          .hasValue(1.0);
      assertThat(open.value("ballast_connect_duration_seconds_count" + ofNode + "}")).hasValue(1.0);
      proxy.disconnect();
      proxy.awaitValue("ballast_sessions_closed_total" + ofNode + ",reason=\"client-closed\"}", 1);
      Scrape closed = proxy.scrape();
      assertThat(
              closed.value(
                  "ballast_session_bytes_total{cluster=\"phones\",from=\"client\","
                      + "node=\""
                      + node
                      + "\"}"))
          .hasValue((double) "HELLO phone-1\n".length());
      assertThat(
              closed.value(
                  "ballast_session_bytes_total{cluster=\"phones\",from=\"node\","
                      + "node=\""
                      + node
                      + "\"}"))
          .hasValue((double) "a HELLO phone-1\n".length());
      assertThat(closed.value("ballast_session_duration_seconds_count{cluster=\"phones\"}"))
          .hasValue(1.0);
      assertThat(
              closed.value(
                  "ballast_connections_accepted_total{cluster=\"phones\",listener=\"sets\"}"))
          .hasValue(1.0);
    }
  }

  @Test
  void rejectedConnectionsAreCountedByListenerAndReason() throws Exception {
    try (MeteredProxy proxy = MeteredProxy.start()) {
      proxy.leaveAtOnce();
      proxy.awaitValue(
          "ballast_connections_rejected_total"
              + "{cluster=\"phones\",listener=\"sets\",reason=\"client-left\"}",
          1);
    }
  }

  @Test
  void movesAreCountedByRuleAndOutcome() throws Exception {
    try (MeteredProxy proxy = MeteredProxy.start()) {
      String node = proxy.connect("phone-1");
      proxy.make(new Change.SetWeight(node, 0));
      proxy.awaitValue("ballast_moves_begun_total{cluster=\"phones\",rule=\"drain\"}", 1);
      proxy.connect("phone-1");
      proxy.awaitValue(
          "ballast_moves_total{cluster=\"phones\",outcome=\"returned\",rule=\"drain\"}", 1);
      assertThat(
              proxy
                  .scrape()
                  .value("ballast_changes_total{change=\"set-weight\",cluster=\"phones\"}"))
          .hasValue(1.0);
    }
  }

  @Test
  void seriesOfARemovedNodeDisappear() throws Exception {
    try (MeteredProxy proxy = MeteredProxy.start()) {
      String node = proxy.connect("phone-1");
      String label = "node=\"" + node + "\"";
      proxy.disconnect();
      assertThat(proxy.scrape().text()).contains(label);
      proxy.make(new Change.RemoveNode(node));
      assertThat(proxy.scrape().text()).doesNotContain(label);
    }
  }

  @Test
  void loopsAndTicksAreTimed() throws Exception {
    try (MeteredProxy proxy = MeteredProxy.start()) {
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () ->
                  counted(proxy.scrape(), "ballast_event_loop_delay_seconds_count")
                      && counted(
                          proxy.scrape(), "ballast_tick_duration_seconds_count{cluster=\"phones\"}")
                      && counted(
                          proxy.scrape(),
                          "ballast_probes_total{cluster=\"phones\",node=\"a\",outcome=\"success\"}"));
    }
  }

  private static boolean counted(Scrape scrape, String series) {
    return scrape.value(series).filter(value -> value > 0).isPresent();
  }

  @Test
  void labelsAreBounded() throws Exception {
    try (MeteredProxy proxy = MeteredProxy.start()) {
      String node = proxy.connect("phone-1");
      proxy.make(new Change.SetWeight(node, 0));
      proxy.leaveAtOnce();
      proxy.disconnect();
      Scrape scrape = proxy.scrape();
      assertThat(scrape.labels())
          .isSubsetOf(
              "cluster",
              "node",
              "zone",
              "listener",
              "reason",
              "rule",
              "outcome",
              "from",
              "health",
              "change",
              "version",
              "transport",
              "area",
              "gc",
              "le");
      assertThat(scrape.text()).doesNotContain("phone-1");
    }
  }

  @Test
  void everyMetricHasHelpATypeAndAUnitInItsName() throws Exception {
    try (MeteredProxy proxy = MeteredProxy.start()) {
      proxy.connect("phone-1");
      proxy.disconnect();
      Scrape scrape = proxy.scrape();
      assertThat(scrape.described("HELP").keySet()).isEqualTo(scrape.described("TYPE").keySet());
      assertThat(scrape.described("HELP").values()).allMatch(help -> help.endsWith("."));
      assertThat(scrape.described("TYPE").keySet()).allMatch(name -> name.matches(SUFFIX));
      scrape
          .described("TYPE")
          .forEach(
              (name, type) ->
                  assertThat(name.endsWith("_total")).as(name).isEqualTo(type.equals("counter")));
      assertThat(proxy.metrics.names()).containsAll(scrape.described("TYPE").keySet());
    }
  }

  @Test
  void readersWhoTakeItGetOpenMetrics() throws Exception {
    String prometheus =
        "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.1";
    try (MeteredProxy proxy = MeteredProxy.start()) {
      proxy.connect("phone-1");
      assertThat(proxy.metrics.contentType(prometheus))
          .startsWith("application/openmetrics-text; version=1.0.0");
      Scrape open = proxy.scrape(prometheus);
      assertThat(open.text()).endsWith("# EOF\n");
      assertThat(open.described("TYPE")).containsEntry("ballast_sessions_opened", "counter");
      assertThat(open.series())
          .containsAll(
              proxy.scrape("text/plain").series().stream()
                  .filter(line -> line.startsWith("ballast_node_weight"))
                  .toList());
      for (String accept : new String[] {"", "text/plain", "*/*", "text/html"}) {
        assertThat(proxy.metrics.contentType(accept)).startsWith("text/plain; version=0.0.4");
      }
    }
  }

  @Test
  void theReadmeHasEveryMetric() throws Exception {
    String readme = Files.readString(Path.of("../README.md"));
    try (MeteredProxy proxy = MeteredProxy.start()) {
      proxy.metrics.sessionLog(() -> 0, () -> 0);
      Set<String> missing = new TreeSet<>(proxy.metrics.names());
      missing.removeIf(name -> readme.contains("\n| `" + name + "` |"));
      assertThat(missing).isEmpty();
    }
  }

  @Test
  void theReadmeHasTypesAndLabelsAsTheyAre() throws Exception {
    String readme = Files.readString(Path.of("../README.md"));
    try (MeteredProxy proxy = MeteredProxy.start()) {
      proxy.connect("phone-1");
      proxy.leaveAtOnce();
      proxy.disconnect();
      Scrape scrape = proxy.scrape();
      scrape
          .described("TYPE")
          .forEach(
              (name, type) -> {
                String labels =
                    scrape.labelsOf(name).stream()
                        .map(label -> " `" + label + "`")
                        .collect(Collectors.joining(","));
                assertThat(readme).contains("\n| `" + name + "` | " + type + " |" + labels + " | ");
              });
    }
  }

  @Test
  void alertsAreOfMetricsThatThereAre() throws Exception {
    String rules = Files.readString(Path.of("../conf/examples/alerts.yml"));
    Set<String> named = new TreeSet<>();
    Matcher matcher = Pattern.compile("\\b(ballast|process)_[a-z_]+").matcher(rules);
    while (matcher.find()) {
      named.add(matcher.group().replaceFirst("_bucket$", ""));
    }
    try (MeteredProxy proxy = MeteredProxy.start()) {
      proxy.metrics.sessionLog(() -> 0, () -> 0);
      assertThat(named).isNotEmpty().isSubsetOf(proxy.metrics.names());
    }
  }

  @Test
  void theStateFileIsReportedOn() throws Exception {
    try (MeteredProxy proxy = MeteredProxy.start()) {
      proxy.metrics.store().written(1234, 5_000_000);
      proxy.metrics.store().failed();
      Scrape scrape = proxy.scrape();
      assertThat(scrape.value("ballast_store_size_bytes")).isEqualTo(Optional.of(1234.0));
      assertThat(scrape.value("ballast_store_failures_total")).hasValue(1.0);
      assertThat(scrape.value("ballast_store_write_duration_seconds_sum")).hasValue(0.005);
    }
  }
}
