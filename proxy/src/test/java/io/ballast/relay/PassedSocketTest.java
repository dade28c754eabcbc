package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.relay.LoopSettings.TransportChoice;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A listening socket that was opened by somebody else, and has nothing set. Needs Linux. */
@ParameterizedClass
@EnumSource(
    value = TransportChoice.class,
    names = {"EPOLL", "EPOLL_CHANNEL"})
final class PassedSocketTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @Parameter TransportChoice transport;

  @BeforeEach
  void loadNative() {
    Epoll.ensureAvailability();
  }

  private static Socket bound() throws IOException {
    Socket socket = Socket.newSocketStream();
    socket.bind(ANY_PORT);
    return socket;
  }

  private Rig adopting(Socket listening, TestServer server) throws IOException {
    return Rig.with(transport).node("n1", server.port()).passed(listening.intValue()).start();
  }

  private static void assertServed(Rig rig, TestSocket client) throws IOException {
    int port = rig.listener.address().getPort();
    int clientPort = client.socket().getLocalPort();
    assertThat(client.send("ping").readText(4)).isEqualTo("ping");
    assertThat(OwnSockets.sendsAtOnce(port, clientPort)).isTrue();
    assertThat(OwnSockets.isKeptAlive(port, clientPort)).isTrue();
  }

  @Test
  void connectionsThatWaitedForItAreServedLikeThoseThatComeLater() throws Exception {
    Socket listening = bound();
    listening.listen(16);
    InetSocketAddress address = listening.localAddress();
    try (TestServer server = TestServer.echo();
        TestSocket first = TestSocket.connect(address);
        TestSocket second = TestSocket.connect(address);
        Rig rig = adopting(listening, server);
        TestSocket later = rig.client()) {
      assertThat(rig.listener.address()).isEqualTo(address);
      assertServed(rig, first);
      assertServed(rig, second);
      assertServed(rig, later);
    }
  }

  @Test
  void socketThatDoesNotListenIsRefusedWithTheRemedy() throws Exception {
    Socket bound = bound();
    RelayLoops loops = new RelayLoops(new LoopSettings(1, transport));
    try {
      Bind passed = new Bind.Passed("sets");
      assertThatThrownBy(() -> BoundSocket.bind(loops, "test", passed, name -> bound.intValue()))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("bind = fd@sets: listener test cannot listen there: descriptor")
          .hasMessageContaining("a socket unit has ListenStream= with a port");
    } finally {
      loops.close();
      bound.close();
    }
  }
}
