package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A proxy that has run out of descriptors. */
final class DescriptorsIT {
  private static final int DESCRIPTORS = 80;
  private static final int MEASURED_SECONDS = 3;

  @TempDir private Path directory;

  @Test
  void acceptingGoesOnOnceDescriptorsAreFreeAgain() throws Exception {
    try (TestServer node = TestServer.echo();
        Serving proxy =
            Serving.start(
                directory,
                Map.of(),
                """
                clusters.c { nodes.a.address = "127.0.0.1:%d", health.interval = 200ms }
                listeners.l { cluster = c, bind = "127.0.0.1:0" }
                """
                    .formatted(node.port()),
                "ulimit -n " + DESCRIPTORS)) {
      List<TestSocket> clients = new ArrayList<>();
      for (int i = 0; i < DESCRIPTORS; i++) {
        clients.add(TestSocket.connect(proxy.listener("l")));
      }
      await("the reason is counted")
          .atMost(Spawned.PATIENCE)
          .until(() -> proxy.numbers("STATS").getOrDefault("accept-failed", 0) > 0);
      assertThat(proxy.logged("raise the limit of open files")).isNotEmpty();
      assertThat(processorTimeOf(proxy))
          .isLessThan(Duration.ofSeconds(MEASURED_SECONDS).dividedBy(2));
      assertThat(proxy.ofNode("a", "health")).isEqualTo("up");

      for (TestSocket client : clients) {
        client.close();
      }
      await("a new client is served")
          .atMost(Spawned.PATIENCE)
          .ignoreExceptions()
          .until(() -> isServed(proxy));
      assertThat(proxy.logged("cannot accept")).hasSizeLessThan(MEASURED_SECONDS * 2);
    }
  }

  /**
   * A session takes two descriptors, so it depends on how many others there are whether the last
   * one goes to a client or to the node of one: the text channel's connections make both happen.
   */
  @Test
  void connectWithoutADescriptorEndsTheSessionAndIsNoFaultOfTheNode() throws Exception {
    try (TestServer node = TestServer.echo();
        Serving proxy =
            Serving.start(
                directory,
                Map.of(),
                """
                clusters.c { nodes.a.address = "127.0.0.1:%d", health.interval = 1h }
                listeners.l { cluster = c, bind = "127.0.0.1:0" }
                """
                    .formatted(node.port()),
                "ulimit -n " + DESCRIPTORS)) {
      int failed = 0;
      for (int others = 0; others < 4 && failed == 0; others++) {
        failed = failedConnects(proxy, others);
      }
      assertThat(failed).isPositive();
      assertThat(proxy.numbers("STATS")).containsKey("rejected-no-local-resources");
      assertThat(proxy.ofNode("a", "health")).isEqualTo("up");
      await("a new client is served")
          .atMost(Spawned.PATIENCE)
          .ignoreExceptions()
          .until(() -> isServed(proxy));
    }
  }

  /** Opens connections until there are no descriptors left, and says how many connects failed. */
  private static int failedConnects(Serving proxy, int others) throws IOException {
    int before = failures(proxy);
    List<TestSocket> open = new ArrayList<>();
    try {
      for (int i = 0; i < others; i++) {
        open.add(TestSocket.connect(proxy.telnet()));
      }
      for (int i = 0; i < DESCRIPTORS; i++) {
        open.add(TestSocket.connect(proxy.listener("l")));
      }
      await("descriptors have run out")
          .atMost(Spawned.PATIENCE)
          .until(() -> failures(proxy) > before);
      return proxy.numbers("STATS").getOrDefault("connects-no-descriptor", 0);
    } finally {
      for (TestSocket socket : open) {
        socket.close();
      }
      proxy.awaitSessions(0);
    }
  }

  private static int failures(Serving proxy) throws IOException {
    Map<String, Integer> totals = proxy.numbers("STATS");
    return totals.getOrDefault("accept-failed", 0)
        + totals.getOrDefault("connects-no-descriptor", 0);
  }

  private static boolean isServed(Serving proxy) throws IOException {
    try (TestSocket client = TestSocket.connect(proxy.listener("l"))) {
      return client.send("ping").readText(4).equals("ping");
    }
  }

  /** The processor time that the proxy uses in the measured time, by its own clock. */
  private static Duration processorTimeOf(Serving proxy) throws IOException {
    int start = proxy.numbers("STATS").get("uptime-s");
    Duration before = proxy.process().processorTime();
    await("time passes")
        .atMost(Spawned.PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .until(() -> proxy.numbers("STATS").get("uptime-s") >= start + MEASURED_SECONDS);
    return proxy.process().processorTime().minus(before);
  }
}
