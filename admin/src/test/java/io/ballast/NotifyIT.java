package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import io.ballast.systemd.ManagerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the packaged program tells a service manager. */
final class NotifyIT {
  private static final String BODY =
      """
      clusters.c { nodes.a.address = "127.0.0.1:9", health.interval = 0s }
      listeners.l { cluster = c, bind = "127.0.0.1:0" }
      """;

  @TempDir private Path directory;

  private Serving serve(ManagerSocket manager, Map<String, String> more) throws Exception {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("NOTIFY_SOCKET", manager.name());
    return Serving.start(directory, environment, BODY, "");
  }

  @Test
  void tellsWhenItIsReadyAndThatItEnds() throws Exception {
    try (ManagerSocket manager = ManagerSocket.in(directory);
        Serving proxy = serve(manager, Map.of())) {
      assertThat(manager.awaitMessage("READY=1"))
          .isEqualTo("READY=1\nSTATUS=accepting on 1 listener(s)");
      proxy.process().signal("TERM");
      assertThat(manager.awaitMessage("STOPPING=1")).contains("\nEXTEND_TIMEOUT_USEC=25000000\n");
      assertThat(proxy.process().awaitExit()).isZero();
      assertThat(manager.received()).isEmpty();
    }
  }

  @Test
  void givesSignsOfLifeUntilItStandsStill() throws Exception {
    try (ManagerSocket manager = ManagerSocket.abstractOne();
        Serving proxy = serve(manager, Map.of("WATCHDOG_USEC", "1000000"))) {
      for (int i = 0; i < 5; i++) {
        assertThat(manager.awaitMessage("WATCHDOG=1")).isEqualTo("WATCHDOG=1");
      }
      proxy.process().signal("STOP");
      await("silence")
          .pollInterval(Duration.ofSeconds(3))
          .atMost(Spawned.PATIENCE)
          .until(() -> manager.received().isEmpty());
      proxy.process().signal("CONT");
      manager.awaitMessage("WATCHDOG=1");
    }
  }
}
