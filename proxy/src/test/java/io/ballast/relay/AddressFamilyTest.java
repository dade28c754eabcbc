package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ballast.access.AccessSettings;
import io.ballast.access.LimitSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Network;
import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.relay.ProxyProtocolSettings.Send;
import io.ballast.session.CloseReason;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Listeners on every address: a client has the address that it has, however it came in. */
@EachTransport
final class AddressFamilyTest {
  @Parameter LoopSettings.TransportChoice transport;

  private static void assumeIpv6() {
    assumeThat(has("::1")).as("this host has IPv6").isTrue();
  }

  private static boolean has(String address) {
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(address, 0));
      return true;
    } catch (IOException none) {
      return false;
    }
  }

  private Rig.Builder on(String host, TestServer server) {
    return Rig.with(transport)
        .node("n1", server.port())
        .listener(settings -> settings.withBind(new HostPort(host, 0)));
  }

  private static TestSocket from(Rig rig, String source, String to) throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(source, 0));
    return TestSocket.connect(socket, new InetSocketAddress(to, rig.listener.address().getPort()));
  }

  @Test
  void ipv4ClientOfAnIpv6ListenerIsItsIpv4Address() throws Exception {
    assumeIpv6();
    try (TestServer server = TestServer.echo();
        Rig rig = on("::", server).start();
        TestSocket client = from(rig, "127.0.0.3", "127.0.0.1")) {
      assertThat(client.send("x").readText(1)).isEqualTo("x");
      assertThat(rig.session().set().text()).isEqualTo("127.0.0.3");
      assertThat(rig.session().origin().source().getAddress()).isInstanceOf(Inet4Address.class);
    }
  }

  @Test
  void ipv6ClientOfAnIpv6ListenerIsItsNetwork() throws Exception {
    assumeIpv6();
    try (TestServer server = TestServer.echo();
        Rig rig = on("::", server).start();
        TestSocket client = from(rig, "::1", "::1")) {
      assertThat(client.send("x").readText(1)).isEqualTo("x");
      assertThat(rig.session().set().text()).isEqualTo("::/64");
      assertThat(rig.session().origin().source().getAddress()).isInstanceOf(Inet6Address.class);
    }
  }

  @Test
  void clientOfAnIpv4ListenerIsItsAddress() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = on("0.0.0.0", server).start();
        TestSocket client = from(rig, "127.0.0.3", "127.0.0.1")) {
      assertThat(client.send("x").readText(1)).isEqualTo("x");
      assertThat(rig.session().set().text()).isEqualTo("127.0.0.3");
    }
  }

  @Test
  void accessListsSeeTheIpv4AddressOfAClientOfAnIpv6Listener() throws Exception {
    assumeIpv6();
    AccessSettings access =
        new AccessSettings(
            List.of(Network.parse("127.0.0.0/8")), List.of(Network.parse("127.0.0.3")));
    try (TestServer server = TestServer.echo();
        Rig rig = on("::", server).listener(settings -> settings.withAccess(access)).start();
        TestSocket allowed = from(rig, "127.0.0.2", "127.0.0.1");
        TestSocket denied = from(rig, "127.0.0.3", "127.0.0.1")) {
      assertThat(allowed.send("x").readText(1)).isEqualTo("x");
      assertThat(denied.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitRejected(CloseReason.DENIED);
    }
  }

  @Test
  void capOfASourceCountsItsIpv4AddressOnAnIpv6Listener() throws Exception {
    assumeIpv6();
    try (TestServer server = TestServer.echo();
        Rig rig =
            on("::", server)
                .listener(settings -> settings.withLimits(new LimitSettings(0, 1, 0, 0, 0)))
                .start();
        TestSocket one = from(rig, "127.0.0.2", "127.0.0.1");
        TestSocket other = from(rig, "127.0.0.3", "127.0.0.1")) {
      assertThat(one.send("x").readText(1)).isEqualTo("x");
      assertThat(other.send("y").readText(1)).isEqualTo("y");
      try (TestSocket again = from(rig, "127.0.0.3", "127.0.0.1")) {
        assertThat(again.end()).isEqualTo(TestSocket.End.RESET);
      }
      rig.awaitRejected(CloseReason.LIMIT_PER_SOURCE);
    }
  }

  @Test
  void headerNamesBothIpv4AddressesOfAClientOfAnIpv6Listener() throws Exception {
    assumeIpv6();
    ProxyProtocolSettings header =
        new ProxyProtocolSettings(List.of(Network.parse("192.0.2.1")), Send.V1);
    try (TestServer server = TestServer.echo();
        Rig rig =
            on("::", server).listener(settings -> settings.withProxyProtocol(header)).start();
        TestSocket client = from(rig, "127.0.0.3", "127.0.0.1")) {
      String expected =
          "PROXY TCP4 127.0.0.3 127.0.0.1 %d %d\r\n"
              .formatted(client.socket().getLocalPort(), rig.listener.address().getPort());
      assertThat(client.readText(expected.length())).isEqualTo(expected);
    }
  }
}
