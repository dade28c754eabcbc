package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.process.Programs;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics of the real program, as Prometheus gets them. */
final class MetricsIT {
  private static final String BODY =
      """
      clusters.phones {
        nodes { a.address = "127.0.0.1:%d", b.address = "127.0.0.1:%d" }
        balance { tick = 100ms, quiet = 0s }
      }
      listeners.sets { cluster = phones, bind = "127.0.0.1:0" }
      """;

  private final HttpClient http = HttpClient.newHttpClient();
  @TempDir private Path directory;

  private String scrape(Serving proxy) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + proxy.http().getPort() + "/metrics"))
            .build();
    HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/plain; version=0.0.4");
    return response.body();
  }

  private void awaitSeries(Serving proxy, String line) {
    await(line).atMost(Spawned.PATIENCE).until(() -> scrape(proxy).contains("\n" + line + "\n"));
  }

  /** A session is moved by a drain and comes back; then the drained node is removed. */
  private String afterAMove(Serving proxy) throws Exception {
    String node;
    try (TestSocket client = TestSocket.connect(proxy.listener("sets"))) {
      client.send("hello").readText(5);
      proxy.awaitSessions(1);
      node = proxy.numbers("LOAD").get("a") == 1 ? "a" : "b";
      proxy.make("DRAIN " + node);
      client.end();
    }
    try (TestSocket again = TestSocket.connect(proxy.listener("sets"))) {
      again.send("again").readText(5);
      awaitSeries(
          proxy, "ballast_moves_total{cluster=\"phones\",outcome=\"returned\",rule=\"drain\"} 1.0");
      proxy.awaitSessions(1);
      assertThat(scrape(proxy)).contains("node=\"" + node + "\"");
      proxy.make("REMOVE_NODE " + node);
    }
    return node;
  }

  @Test
  void prometheusFindsNoFaultAfterTrafficAMoveAndARemovedNode() throws Exception {
    Programs.assumeInstalled("promtool", "prometheus");
    try (TestServer a = TestServer.echo();
        TestServer b = TestServer.echo();
        Serving proxy = Serving.start(directory, BODY.formatted(a.port(), b.port()))) {
      String removed = afterAMove(proxy);
      String metrics = scrape(proxy);
      assertThat(metrics).doesNotContain("node=\"" + removed + "\"");
      Path file = Files.writeString(directory.resolve("metrics.txt"), metrics);
      Spawned promtool = Programs.shell(directory, "promtool check metrics <\"$1\"", file);
      assertThat(promtool.awaitExit()).as("%s", promtool).isZero();
      assertThat(promtool.err()).isEmpty();
    }
  }

  @Test
  void writesOfTheStateFileAreCounted() throws Exception {
    try (TestServer a = TestServer.echo();
        TestServer b = TestServer.echo();
        Serving proxy = Serving.start(directory, BODY.formatted(a.port(), b.port()))) {
      proxy.make("SETWEIGHT a 7");
      awaitSeries(proxy, "ballast_store_write_duration_seconds_count 1");
      awaitSeries(proxy, "ballast_changes_total{change=\"set-weight\",cluster=\"phones\"} 1.0");
      awaitSeries(proxy, "ballast_node_weight{cluster=\"phones\",node=\"a\",zone=\"default\"} 7.0");
    }
  }
}
