package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.relay.LoopSettings.TransportChoice;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A listening socket that somebody else has opened, has set nothing on, and keeps. Needs Linux, for
 * IPv4 and IPv6.
 */
@ParameterizedClass
@EnumSource(
    value = TransportChoice.class,
    names = {"EPOLL", "EPOLL_CHANNEL"})
final class PassedSocketTest {
  private static final int DOMAIN_ADDRESS_BYTES = 128;
  private static final int SO_RCVTIMEO = 20;

  @Parameter TransportChoice transport;

  private final BlockingQueue<Integer> nodePorts = new LinkedBlockingQueue<>();
  @TempDir private Path directory;
  private ServerSocketChannel opened;
  private TestServer server;

  @BeforeEach
  void open() throws IOException {
    Epoll.ensureAvailability();
    opened = ServerSocketChannel.open();
    opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    server =
        new TestServer(
            peer -> {
              nodePorts.add(peer.socket().getPort());
              TestServer.echo(peer);
            });
  }

  @AfterEach
  void close() throws Exception {
    opened.close();
    server.close();
  }

  private InetSocketAddress address() throws IOException {
    return (InetSocketAddress) opened.getLocalAddress();
  }

  /** Another descriptor of the socket, as a process has it that it was passed to. */
  private int passed() throws IOException {
    Socket mail = Socket.newSocketDomain();
    Socket from = Socket.newSocketDomain();
    try {
      DomainSocketAddress box = new DomainSocketAddress(directory.resolve("box").toFile());
      mail.bind(box);
      mail.listen(1);
      from.connect(box);
      Socket to = new Socket(mail.accept(new byte[DOMAIN_ADDRESS_BYTES]));
      from.sendFd(OwnSockets.listening(address().getPort()));
      int descriptor = to.recvFd();
      to.close();
      // Netty makes what it receives one that does not wait.
      boolean waits = opened.isBlocking();
      opened.configureBlocking(!waits);
      opened.configureBlocking(waits);
      return descriptor;
    } finally {
      from.close();
      mail.close();
      assertThat(directory.resolve("box").toFile().delete()).isTrue();
    }
  }

  private Rig.Builder adopting() throws IOException {
    return Rig.with(transport).node("n1", server.port()).passed(passed());
  }

  private static void assertAnswered(TestSocket client) throws IOException {
    assertThat(client.send("ping").readText(4)).isEqualTo("ping");
  }

  /** For a client that was answered, and with all others too. */
  private void assertSetUp(TestSocket client) throws Exception {
    int clientPort = client.socket().getLocalPort();
    assertThat(OwnSockets.sendsAtOnce(address().getPort(), clientPort)).isTrue();
    assertThat(OwnSockets.isKeptAlive(address().getPort(), clientPort)).isTrue();
    // A session without channels does not set that for its first small piece. Any session's port.
    assertThat(OwnSockets.sendsAtOnce(nodePorts.poll(20, TimeUnit.SECONDS), server.port()))
        .isEqualTo(transport == TransportChoice.EPOLL_CHANNEL);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void connectionsThatWaitedForItAreServedLikeThoseThatComeLater(boolean acceptWaits)
      throws Exception {
    opened.configureBlocking(acceptWaits);
    List<TestSocket> clients = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      clients.add(TestSocket.connect(address()));
    }
    try (Rig rig = adopting().start()) {
      assertThat(rig.listener.address().getPort()).isEqualTo(address().getPort());
      clients.add(rig.client());
      clients.add(rig.client());
      for (TestSocket client : clients) {
        assertAnswered(client);
      }
      for (TestSocket client : clients) {
        assertSetUp(client);
      }
    } finally {
      for (TestSocket client : clients) {
        client.close();
      }
    }
  }

  @Test
  void keepaliveThatIsOffIsOffForThoseThatWaitedToo() throws Exception {
    assumeThat(transport).as("a channel is left as it is").isEqualTo(TransportChoice.EPOLL);
    new Socket(OwnSockets.listening(address().getPort())).setKeepAlive(true);
    KeepaliveSettings on = KeepaliveSettings.DEFAULT;
    KeepaliveSettings off = new KeepaliveSettings(Duration.ZERO, on.interval(), on.probes());
    try (TestSocket waiting = TestSocket.connect(address());
        Rig rig = adopting().listener(settings -> settings.withKeepalive(off)).start()) {
      assertAnswered(waiting);
      int clientPort = waiting.socket().getLocalPort();
      assertThat(OwnSockets.isKeptAlive(rig.listener.address().getPort(), clientPort)).isFalse();
    }
  }

  private static long timeToWait(Socket listening) throws IOException {
    ByteBuffer time = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.nativeOrder());
    listening.getRawOpt(EpollTransport.SOL_SOCKET, SO_RCVTIMEO, time);
    return time.getLong(Long.BYTES);
  }

  @Test
  void socketIsLeftAsItWasFound() throws Exception {
    assumeThat(transport).as("a channel leaves it as it is").isEqualTo(TransportChoice.EPOLL);
    Socket passer = new Socket(OwnSockets.listening(address().getPort()));
    String before = CongestionAlgorithms.of(passer);
    CongestionControl reno = new CongestionControl("reno");
    try (Rig rig = adopting().listener(settings -> settings.withCongestionControl(reno)).start()) {
      assertThat(CongestionAlgorithms.of(passer)).isEqualTo("reno");
      assertThat(passer.isKeepAlive()).isTrue();
      assertThat(timeToWait(passer)).as("microseconds to wait in accept").isPositive();
      rig.listener.stopAccepting();
      assertThat(CongestionAlgorithms.of(passer)).isEqualTo(before);
      assertThat(passer.isKeepAlive()).isFalse();
      assertThat(DirectSockets.userTimeoutMillis(passer)).isZero();
      assertThat(timeToWait(passer)).as("microseconds to wait in accept").isZero();
    }
  }

  /** Its connections then wait for whoever has it still, and are no business of the loop's. */
  @Test
  void loopRestsWhenItHasGivenTheSocketUp() throws Exception {
    try (Rig rig = adopting().start();
        TestSocket session = rig.client()) {
      assertAnswered(session);
      rig.listener.stopAccepting();
      try (TestSocket waiting = TestSocket.connect(address())) {
        waiting.send("ping");
        LoopRest.awaitRest();
        assertThat(session.send("pong").readText(4)).isEqualTo("pong");
      }
    }
  }

  /** Says what it was given back. */
  private static final class Passer implements PassedSockets {
    private final ToIntFunction<String> descriptors;
    final List<String> takenBack = new ArrayList<>();

    Passer(ToIntFunction<String> descriptors) {
      this.descriptors = descriptors;
    }

    @Override
    public int take(String name) {
      return descriptors.applyAsInt(name);
    }

    @Override
    public void giveBack(String name) {
      takenBack.add(name);
    }
  }

  @Test
  void socketThatWasNotUsedAfterAllCanBeTakenAgain() throws Exception {
    int descriptor = passed();
    Passer sockets = new Passer(name -> descriptor);
    RelayLoops loops = new RelayLoops(new LoopSettings(1, transport));
    try {
      BoundSocket.bind(loops, "test", new Bind.Passed("sets"), sockets).undo();
      assertThat(sockets.takenBack).containsExactly("sets");
    } finally {
      loops.close();
    }
    try (Rig rig = Rig.with(transport).node("n1", server.port()).passed(descriptor).start();
        TestSocket client = rig.client()) {
      assertAnswered(client);
    }
  }

  @Test
  void socketThatDoesNotListenIsRefusedWithTheRemedyAndGivenBack() throws Exception {
    Socket bound = Socket.newSocketStream();
    Passer sockets = new Passer(name -> name.equals("sets") ? bound.intValue() : Integer.MAX_VALUE);
    RelayLoops loops = new RelayLoops(new LoopSettings(1, transport));
    try {
      for (String name : List.of("sets", "none")) {
        assertThatThrownBy(() -> BoundSocket.bind(loops, "test", new Bind.Passed(name), sockets))
            .isInstanceOf(IOException.class)
            .hasMessageStartingWith("bind = fd@%s: listener test cannot listen there: ", name)
            .hasMessageContaining("a socket unit has ListenStream= with a port");
      }
      assertThat(sockets.takenBack).containsExactly("sets", "none");
    } finally {
      loops.close();
      bound.close();
    }
  }
}
