package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.identity.IdentitySettings;
import io.ballast.placement.Reason;
import io.ballast.session.CloseReason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.slf4j.LoggerFactory;

/** How a session comes to a node when not all goes well. */
@EachTransport
final class ConnectTest {
  @Parameter LoopSettings.TransportChoice transport;

  /** The port of a server that is no more. */
  private static int deadPort() throws IOException {
    try (TestServer server = TestServer.echo()) {
      return server.port();
    }
  }

  private Rig.Builder byLine() {
    return Rig.with(transport)
        .listener(s -> s.withIdentity(new IdentitySettings.Line("^(?P<id>\\S+)")))
        .connect(new ConnectSettings(List.of(), Duration.ofMillis(300)));
  }

  private static void assertServedAfter(Rig rig, ConnectOutcome... outcomes) throws IOException {
    String line = rig.setOwnedBy("bad") + "\n";
    try (TestSocket client = rig.client()) {
      assertThat(client.send(line).readText(line.length())).isEqualTo(line);
      assertThat(rig.connects).containsExactly(outcomes);
      assertThat(rig.session().node()).isEqualTo("good");
      assertThat(rig.session().reason()).isEqualTo(Reason.FAILOVER);
      assertThat(rig.counts.live("bad")).isZero();
    }
  }

  @Test
  void refusedNodeIsPassedOver() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = byLine().node("good", server.port()).node("bad", deadPort()).start()) {
      assertServedAfter(rig, ConnectOutcome.REFUSED, ConnectOutcome.CONNECTED);
    }
  }

  @Test
  void nodeThatDoesNotAnswerInTimeIsPassedOver() throws Exception {
    try (TestServer server = TestServer.echo();
        FullBacklog full = new FullBacklog();
        Rig rig = byLine().node("good", server.port()).node("bad", full.port()).start()) {
      assertServedAfter(rig, ConnectOutcome.TIMED_OUT, ConnectOutcome.CONNECTED);
    }
  }

  @Test
  void nodeWithoutAKnownAddressIsPassedOver() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig =
            byLine()
                .node("good", server.port())
                .node(new Node("bad", new HostPort("unknown.invalid", 1), "default", 1))
                .addresses(Rig.literal(host -> !host.endsWith(".invalid")))
                .start()) {
      assertServedAfter(rig, ConnectOutcome.UNRESOLVED, ConnectOutcome.CONNECTED);
    }
  }

  @Test
  void nodeThatIsFullIsPassedOverWithoutAnAttempt() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig =
            byLine()
                .node(new Node("n1", new HostPort("127.0.0.1", server.port()), "default", 1, 1))
                .node(new Node("n2", new HostPort("127.0.0.1", server.port()), "default", 1, 1))
                .start();
        TestSocket one = rig.client();
        TestSocket two = rig.client();
        TestSocket three = rig.client()) {
      one.send("a\n").read(2);
      two.send("a\n").read(2);
      assertThat(rig.counts.live("n1")).isEqualTo(1);
      assertThat(rig.counts.live("n2")).isEqualTo(1);
      three.send("a\n");
      assertThat(three.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitRejected(CloseReason.NO_NODE);
    }
  }

  @Test
  void clientIsResetWhenNoNodeTakesIt() throws Exception {
    try (Rig rig = byLine().node("n1", deadPort()).node("n2", deadPort()).start();
        TestSocket client = rig.client()) {
      client.send("a\n");
      assertThat(client.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitRejected(CloseReason.CONNECT_FAILED);
      assertThat(rig.connects).containsExactly(ConnectOutcome.REFUSED, ConnectOutcome.REFUSED);
    }
  }

  @Test
  void clientIsResetWhenThereIsNoNode() throws Exception {
    try (Rig rig = byLine().start();
        TestSocket client = rig.client()) {
      client.send("a\n");
      assertThat(client.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitRejected(CloseReason.NO_NODE);
    }
  }

  @Test
  void clientThatLeavesWhileItIsConnectedIsForgotten() throws Exception {
    try (FullBacklog full = new FullBacklog();
        Rig rig =
            Rig.with(transport)
                .node("n1", full.port())
                .connect(new ConnectSettings(List.of(), Duration.ofMinutes(1)))
                .start()) {
      TestSocket client = rig.client();
      await().until(() -> rig.counts.live("n1") == 1);
      client.reset();
      rig.awaitRejected(CloseReason.CLIENT_LEFT);
      rig.awaitEmpty();
    }
  }

  @Test
  void localAddressesAreTakenInTurn() throws Exception {
    Queue<String> from = new ConcurrentLinkedQueue<>();
    try (TestServer server =
            new TestServer(
                peer -> {
                  from.add(peer.socket().getInetAddress().getHostAddress());
                  peer.send("x").end();
                });
        Rig rig = sourced(server, "127.0.0.2", "127.0.0.3");
        TestSocket one = rig.client();
        TestSocket two = rig.client()) {
      one.read(1);
      two.read(1);
      assertThat(from).containsExactlyInAnyOrder("127.0.0.2", "127.0.0.3");
    }
  }

  @Test
  void localAddressThatIsNotThereIsNoFaultOfTheNode() throws Exception {
    // 192.0.2.1 is for documentation: no host has it.
    try (TestServer server = TestServer.echo();
        Rig rig = sourced(server, "192.0.2.1", "127.0.0.2");
        TestSocket client = rig.client()) {
      assertThat(client.send("x").readText(1)).isEqualTo("x");
      assertThat(rig.connects)
          .containsExactly(ConnectOutcome.NO_LOCAL_PORT, ConnectOutcome.CONNECTED);
      assertThat(rig.session().reason()).isEqualTo(Reason.OWNER);
    }
  }

  @Test
  void withoutALocalAddressThereAreNoLocalResources() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = sourced(server, "192.0.2.1");
        TestSocket client = rig.client()) {
      assertThat(client.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitRejected(CloseReason.NO_LOCAL_RESOURCES);
    }
  }

  @Test
  void warnsOnceOfMissingLocalResources() throws Exception {
    ListAppender<ILoggingEvent> logged = new ListAppender<>();
    Logger logger = (Logger) LoggerFactory.getLogger(SessionRules.class);
    logged.start();
    logger.addAppender(logged);
    try (TestServer server = TestServer.echo();
        Rig rig = sourced(server, "192.0.2.1");
        TestSocket one = rig.client();
        TestSocket two = rig.client()) {
      assertThat(one.end()).isEqualTo(TestSocket.End.RESET);
      assertThat(two.end()).isEqualTo(TestSocket.End.RESET);
    } finally {
      logger.detachAppender(logged);
    }
    assertThat(logged.list)
        .filteredOn(event -> event.getFormattedMessage().contains("no local port is free"))
        .hasSize(1);
  }

  private Rig sourced(TestServer server, String... sources) throws IOException {
    List<InetAddress> addresses = new ArrayList<>();
    for (String source : sources) {
      addresses.add(new InetSocketAddress(source, 0).getAddress());
    }
    return Rig.with(transport)
        .node("n1", server.port())
        .connect(new ConnectSettings(addresses, Duration.ofSeconds(2)))
        .start();
  }
}
