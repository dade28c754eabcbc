package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.session.CloseReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Thousands of short connections leave nothing behind. */
@EachTransport
final class ChurnTest {
  @Parameter LoopSettings.TransportChoice transport;

  private static final int THREADS = 6;
  private static final int CONNECTIONS = 400;

  /** A short life: sometimes cut off by a reset, sometimes left without a byte. */
  private static void live(Rig rig, int turn) throws IOException {
    TestSocket client = rig.client();
    try {
      switch (turn % 4) {
        case 0 -> assertThat(client.send("x").readText(1)).isEqualTo("x");
        case 1 -> assertThat(client.send("y").finish().readAll()).hasSize(1);
        case 2 -> client.send("z").reset();
        default -> client.finish();
      }
    } finally {
      client.close();
    }
  }

  @Test
  void shortConnectionsLeaveNothingBehind() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = Rig.inFrontOf(transport, server)) {
      List<Future<?>> threads = new ArrayList<>();
      ExecutorService pool = Executors.newFixedThreadPool(THREADS);
      for (int i = 0; i < THREADS; i++) {
        threads.add(
            pool.submit(
                () -> {
                  for (int turn = 0; turn < CONNECTIONS; turn++) {
                    live(rig, turn);
                  }
                  return null;
                }));
      }
      for (Future<?> thread : threads) {
        thread.get();
      }
      pool.shutdown();
      rig.awaitEmpty();
      assertThat(rig.opened.size() + rig.rejected.size()).isEqualTo(THREADS * CONNECTIONS);
      assertThat(rig.rejected).allMatch(reason -> reason == CloseReason.CLIENT_LEFT);
      assertThat(rig.closed).hasSameSizeAs(rig.opened);
    }
  }
}
