package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.access.AccessSettings;
import io.ballast.access.LimitSettings;
import io.ballast.cluster.Network;
import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.identity.IdentitySettings;
import io.ballast.session.CloseReason;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Connections over a limit are turned away with a reset, and the others are left alone. */
@EachTransport
final class LimitTest {
  @Parameter LoopSettings.TransportChoice transport;

  private Rig limited(TestServer server, LimitSettings limits) throws IOException {
    return Rig.with(transport)
        .node("n1", server.port())
        .listener(settings -> settings.withLimits(limits))
        .start();
  }

  private static TestSocket from(Rig rig, String source) throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(source, 0));
    return TestSocket.connect(socket, rig.listener.address());
  }

  @Test
  void sessionsOfAListenerAreCapped() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = limited(server, new LimitSettings(1, 0, 0, 0, 0))) {
      try (TestSocket first = rig.client()) {
        first.send("x").read(1);
        try (TestSocket second = rig.client()) {
          assertThat(second.end()).isEqualTo(TestSocket.End.RESET);
        }
        rig.awaitRejected(CloseReason.LIMIT_SESSIONS);
        assertThat(first.send("y").readText(1)).isEqualTo("y");
      }
      rig.awaitEmpty();
      try (TestSocket third = rig.client()) {
        assertThat(third.send("z").readText(1)).isEqualTo("z");
      }
    }
  }

  @Test
  void sessionsOfASourceAreCapped() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = limited(server, new LimitSettings(0, 1, 0, 0, 0));
        TestSocket one = from(rig, "127.0.0.1");
        TestSocket other = from(rig, "127.0.0.2")) {
      assertThat(one.send("x").readText(1)).isEqualTo("x");
      assertThat(other.send("y").readText(1)).isEqualTo("y");
      try (TestSocket again = from(rig, "127.0.0.2")) {
        assertThat(again.end()).isEqualTo(TestSocket.End.RESET);
      }
      rig.awaitRejected(CloseReason.LIMIT_PER_SOURCE);
    }
  }

  @Test
  void rateOfNewConnectionsIsCapped() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = limited(server, new LimitSettings(0, 0, 1, 0, 0));
        TestSocket first = rig.client()) {
      assertThat(first.send("x").readText(1)).isEqualTo("x");
      try (TestSocket second = rig.client()) {
        assertThat(second.end()).isEqualTo(TestSocket.End.RESET);
      }
      rig.awaitRejected(CloseReason.LIMIT_RATE);
    }
  }

  private Rig byLine(TestServer server, LimitSettings limits) throws IOException {
    return Rig.with(transport)
        .node("n1", server.port())
        .listener(
            settings ->
                settings.withLimits(limits).withIdentity(new IdentitySettings.Line("(?P<id>.+)")))
        .start();
  }

  @Test
  void connectionsOfUnknownSetsAreCapped() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = byLine(server, new LimitSettings(0, 0, 0, 1, 0));
        TestSocket first = from(rig, "127.0.0.1")) {
      try (TestSocket second = from(rig, "127.0.0.2")) {
        assertThat(second.end()).isEqualTo(TestSocket.End.RESET);
      }
      rig.awaitRejected(CloseReason.LIMIT_UNIDENTIFIED);
      assertThat(first.send("a\n").readText(2)).isEqualTo("a\n");
      try (TestSocket third = from(rig, "127.0.0.2")) {
        assertThat(third.send("b\n").readText(2)).isEqualTo("b\n");
      }
    }
  }

  @Test
  void connectionsOfUnknownSetsOfASourceAreCapped() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = byLine(server, new LimitSettings(0, 0, 0, 0, 1));
        TestSocket first = from(rig, "127.0.0.1");
        TestSocket other = from(rig, "127.0.0.2")) {
      try (TestSocket second = from(rig, "127.0.0.1")) {
        assertThat(second.end()).isEqualTo(TestSocket.End.RESET);
      }
      rig.awaitRejected(CloseReason.LIMIT_UNIDENTIFIED);
      assertThat(other.send("b\n").readText(2)).isEqualTo("b\n");
      assertThat(first.send("a\n").readText(2)).isEqualTo("a\n");
    }
  }

  private Rig accessible(TestServer server, String allow, String deny) throws IOException {
    return Rig.with(transport)
        .node("n1", server.port())
        .listener(
            settings -> settings.withAccess(new AccessSettings(networks(allow), networks(deny))))
        .start();
  }

  private static List<Network> networks(String text) {
    return text.isEmpty() ? List.of() : List.of(Network.parse(text));
  }

  @Test
  void onlyAllowedNetworksMayConnect() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = accessible(server, "127.0.0.2", "");
        TestSocket allowed = from(rig, "127.0.0.2");
        TestSocket other = from(rig, "127.0.0.3")) {
      assertThat(allowed.send("x").readText(1)).isEqualTo("x");
      assertThat(other.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitRejected(CloseReason.DENIED);
    }
  }

  @Test
  void deniedNetworkMayNotConnectEvenIfItIsAllowed() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = accessible(server, "127.0.0.0/8", "127.0.0.3");
        TestSocket allowed = from(rig, "127.0.0.2");
        TestSocket denied = from(rig, "127.0.0.3")) {
      assertThat(allowed.send("x").readText(1)).isEqualTo("x");
      assertThat(denied.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitRejected(CloseReason.DENIED);
    }
  }
}
