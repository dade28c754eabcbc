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
