package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** A process that runs out of descriptors goes on, without spinning, when it has some again. */
@EachTransport
final class DescriptorTest {
  @Parameter LoopSettings.TransportChoice transport;

  private static final int CLIENTS = 150;

  @Test
  void acceptingGoesOnWhenDescriptorsComeBack() throws Exception {
    try (TestServer server = TestServer.echo();
        LimitedProcess relay = new LimitedProcess(transport, server.port(), 120)) {
      InetSocketAddress address = relay.address();
      List<TestSocket> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(TestSocket.connect(address).send("x"));
      }
      assertThat(clients.get(0).readText(1)).isEqualTo("x");
      // The others wait to be accepted, or were reset because there was none left for the node.
      assertThat(server.live()).isLessThan(CLIENTS / 2);
      AtomicReference<Duration> cpu = new AtomicReference<>(relay.cpu());
      await()
          .pollInterval(Duration.ofSeconds(1))
          .until(() -> relay.cpu().minus(cpu.getAndSet(relay.cpu())).toMillis() < 300);
      for (TestSocket client : clients) {
        client.reset();
      }
      await()
          .ignoreExceptionsInstanceOf(IOException.class)
          .until(
              () -> {
                try (TestSocket client = TestSocket.connect(address)) {
                  return client.send("y").readText(1).equals("y");
                }
              });
    }
  }

  @Test
  void clientsForWhomThereAreDescriptorsAreServedWhenMoreCome() throws Exception {
    try (TestServer server = TestServer.echo();
        LimitedProcess relay = new LimitedProcess(transport, server.port(), 600)) {
      List<TestSocket> clients = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        clients.add(TestSocket.connect(relay.address()).send("x"));
      }
      for (TestSocket client : clients.subList(0, 200)) {
        assertThat(client.readText(1)).isEqualTo("x");
      }
      for (TestSocket client : clients) {
        client.close();
      }
    }
  }
}
