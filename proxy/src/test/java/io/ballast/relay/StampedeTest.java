package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.identity.IdentitySettings;
import io.ballast.relay.LoopSettings.TransportChoice;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Many sets of a node that is gone come at once. */
@EachTransport
final class StampedeTest {
  private static final int SETS = 30;
  private static final int RATE = 30;

  @Parameter TransportChoice transport;

  @Test
  void setsOfADeadNodeAreLetIntoAnotherAtTheFailoverRateAndAllAreServed() throws Exception {
    Queue<Long> arrivals = new ConcurrentLinkedQueue<>();
    try (TestServer good = echoThatNotes(arrivals);
        Rig rig =
            Rig.with(transport)
                .listener(s -> s.withIdentity(new IdentitySettings.Line("^(?P<id>\\S+)")))
                .connect(new ConnectSettings(List.of(), Duration.ofSeconds(2), RATE))
                .node("good", good.port())
                .node("bad", deadPort())
                .start()) {
      String line = rig.setOwnedBy("bad") + "\n";
      List<TestSocket> clients = new ArrayList<>();
      for (int i = 0; i < SETS; i++) {
        clients.add(rig.client().send(line));
      }
      await().atMost(20, TimeUnit.SECONDS).until(() -> arrivals.size() == SETS);
      for (TestSocket client : clients) {
        assertThat(client.readText(line.length())).isEqualTo(line);
        client.close();
      }
    }
    long[] times = arrivals.stream().mapToLong(Long::longValue).sorted().toArray();
    // The first connects at once, the others a 30th of a second apart, up to a sweep later.
    assertThat(times[SETS - 1] - times[0])
        .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(1000L * (SETS - 1) / RATE - 300));
  }

  private static TestServer echoThatNotes(Queue<Long> arrivals) throws IOException {
    return new TestServer(
        socket -> {
          arrivals.add(System.nanoTime());
          socket.socket().getInputStream().transferTo(socket.socket().getOutputStream());
        });
  }

  private static int deadPort() throws IOException {
    try (TestServer server = TestServer.echo()) {
      return server.port();
    }
  }
}
