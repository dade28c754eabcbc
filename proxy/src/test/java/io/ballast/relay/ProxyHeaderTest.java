package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.access.AccessSettings;
import io.ballast.access.LimitSettings;
import io.ballast.cluster.Network;
import io.ballast.cluster.SetId;
import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.identity.IdentitySettings;
import io.ballast.identity.ProxyHeaderEncoder;
import io.ballast.identity.ProxyIdentity;
import io.ballast.relay.ProxyProtocolSettings.Send;
import io.ballast.session.CloseReason;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** PROXY protocol headers: those of trusted senders, and those that nodes are sent. */
@EachTransport
final class ProxyHeaderTest {
  private static final String V1 = "PROXY TCP4 203.0.113.9 198.51.100.1 4711 6800\r\n";
  private static final InetSocketAddress CLIENT = new InetSocketAddress("203.0.113.9", 4711);
  private static final InetSocketAddress FRONT = new InetSocketAddress("198.51.100.1", 6800);

  @Parameter LoopSettings.TransportChoice transport;

  private static UnaryOperator<ListenerSettings> trusting(String network, Send send) {
    return settings ->
        settings.withProxyProtocol(
            new ProxyProtocolSettings(List.of(Network.parse(network)), send));
  }

  private Rig.Builder behind(TestServer server) {
    return Rig.with(transport)
        .node("n1", server.port())
        .listener(trusting("127.0.0.0/8", Send.NONE));
  }

  private Rig.Builder sending(TestServer server, Send send) {
    return Rig.with(transport).node("n1", server.port()).listener(trusting("192.0.2.1", send));
  }

  private static byte[] v2(String uniqueId, String set) {
    return ProxyHeaderEncoder.v2(
        CLIENT, FRONT, uniqueId.getBytes(StandardCharsets.US_ASCII), SetId.of(set));
  }

  @Test
  void addressInTheHeaderIsTheClientsAndTheNodeGetsWhatFollows() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = behind(server).start();
        TestSocket client = rig.client()) {
      assertThat(client.send(V1 + "hello").readText(5)).isEqualTo("hello");
      assertThat(rig.session().set().text()).isEqualTo("203.0.113.9");
      assertThat(rig.session().origin().source()).isEqualTo(CLIENT);
    }
  }

  @Test
  void headerMayComeByteByByteAndTheSourceReadsOnBehindIt() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig =
            behind(server)
                .listener(s -> s.withIdentity(new IdentitySettings.Line("^HELLO (?P<id>\\S+)")))
                .start();
        TestSocket client = rig.client()) {
      for (byte b : v2("id", "other")) {
        client.send(new byte[] {b});
      }
      for (char c : "HELLO set-7\n".toCharArray()) {
        client.send(String.valueOf(c));
      }
      assertThat(client.readText(12)).isEqualTo("HELLO set-7\n");
      assertThat(rig.session().set().text()).isEqualTo("set-7");
    }
  }

  @Test
  void serverThatSpeaksFirstIsHeardOnceTheHeaderHasCome() throws Exception {
    try (TestServer server = new TestServer(socket -> socket.send("banner"));
        Rig rig = behind(server).start();
        TestSocket client = rig.client()) {
      assertThat(client.send(V1).readText(6)).isEqualTo("banner");
    }
  }

  @Test
  void partOfTheHeaderMayBeTheIdentity() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig =
            behind(server)
                .listener(
                    s -> s.withIdentity(new IdentitySettings.ProxyProtocol(ProxyIdentity.SET)))
                .start();
        TestSocket client = rig.client()) {
      client.send(v2("id", "phone-7"));
      assertThat(client.send("x").readText(1)).isEqualTo("x");
      assertThat(rig.session().set().text()).isEqualTo("phone-7");
    }
  }

  @Test
  void senderThatSpeaksForItselfGoesByItsOwnAddress() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = behind(server).start();
        TestSocket client = rig.client()) {
      assertThat(client.send("PROXY UNKNOWN\r\nx").readText(1)).isEqualTo("x");
      assertThat(rig.session().set().text()).isEqualTo("127.0.0.1");
    }
  }

  @Test
  void trustedSenderWithoutAHeaderIsMalformed() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = behind(server).start();
        TestSocket talker = rig.client();
        TestSocket stopper = rig.client()) {
      talker.send("GET / HTTP/1.1\r\n");
      assertThat(talker.end()).isEqualTo(TestSocket.End.RESET);
      stopper.send("PROXY TCP4").finish();
      assertThat(stopper.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitRejected(CloseReason.MALFORMED, CloseReason.MALFORMED);
      assertThat(server.accepted()).isZero();
    }
  }

  @Test
  void headerThatDoesNotComeInTimeIsNotDoneWithout() throws Exception {
    TimeoutSettings soon =
        new TimeoutSettings(Duration.ofMillis(200), Duration.ZERO, Duration.ofSeconds(60));
    try (TestServer server = TestServer.echo();
        Rig rig = behind(server).listener(s -> s.withTimeouts(soon)).start();
        TestSocket client = rig.client()) {
      assertThat(client.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitRejected(CloseReason.IDENTIFY_TIMEOUT);
    }
  }

  @Test
  void headerOfAnybodyElseIsNotHonoured() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = sending(server, Send.NONE).start();
        TestSocket client = rig.client()) {
      assertThat(client.send(V1).readText(V1.length())).isEqualTo(V1);
      assertThat(rig.session().set().text()).isEqualTo("127.0.0.1");
    }
  }

  @Test
  void limitsAndAccessGoByTheAddressInTheHeader() throws Exception {
    AccessSettings access = new AccessSettings(List.of(Network.parse("203.0.113.0/24")), List.of());
    try (TestServer server = TestServer.echo();
        Rig rig =
            behind(server)
                .listener(s -> s.withAccess(access).withLimits(new LimitSettings(0, 1, 0, 0, 0)))
                .start();
        TestSocket first = rig.client();
        TestSocket other = rig.client();
        TestSocket again = rig.client();
        TestSocket stranger = rig.client()) {
      assertThat(first.send(V1 + "x").readText(1)).isEqualTo("x");
      assertThat(other.send(V1.replace(".9 ", ".10 ") + "y").readText(1)).isEqualTo("y");
      assertThat(again.send(V1 + "z").end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitRejected(CloseReason.LIMIT_PER_SOURCE);
      assertThat(stranger.send(V1.replace("203.0", "192.0")).end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitRejected(CloseReason.LIMIT_PER_SOURCE, CloseReason.DENIED);
    }
  }

  @Test
  void nodeIsSentTheAddressesBeforeTheClientsFirstByte() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = sending(server, Send.V1).start();
        TestSocket client = rig.client()) {
      String header =
          "PROXY TCP4 127.0.0.1 127.0.0.1 %d %d\r\n"
              .formatted(client.socket().getLocalPort(), rig.listener.address().getPort());
      assertThat(client.readText(header.length())).isEqualTo(header);
      assertThat(client.send("x").readText(1)).isEqualTo("x");
    }
  }

  @Test
  void nodeIsSentTheIdentityAndAUniqueId() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = sending(server, Send.V2).start();
        TestSocket client = rig.client()) {
      String id = rig.loops.processToken() + "-" + rig.session().id();
      byte[] header =
          ProxyHeaderEncoder.v2(
              (InetSocketAddress) client.socket().getLocalSocketAddress(),
              rig.listener.address(),
              id.getBytes(StandardCharsets.US_ASCII),
              SetId.of("127.0.0.1"));
      assertThat(client.read(header.length)).isEqualTo(header);
    }
  }

  @Test
  void addressesAndUniqueIdOfATrustedSenderAreHandedOn() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = behind(server).listener(trusting("127.0.0.0/8", Send.V2)).start();
        TestSocket client = rig.client()) {
      client.send(v2("their-id", "phone-7")).send("x");
      byte[] header = v2("their-id", "203.0.113.9");
      assertThat(client.read(header.length)).isEqualTo(header);
      assertThat(client.readText(1)).isEqualTo("x");
    }
  }

  @Test
  void nodeThatLeavesAtOnceIsSeenToLeave() throws IOException {
    try (TestServer server = new TestServer(TestSocket::reset);
        Rig rig = sending(server, Send.V2).start();
        TestSocket client = rig.client()) {
      assertThat(client.end()).isIn(TestSocket.End.RESET, TestSocket.End.EOF);
      rig.awaitEmpty();
    }
  }
}
