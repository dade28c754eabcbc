package io.ballast.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ballast.cluster.HostPort;
import io.ballast.health.ProbeResult.Outcome;
import io.ballast.relay.LoopSettings;
import io.ballast.relay.LoopSettings.TransportChoice;
import io.ballast.relay.RelayLoops;
import io.netty.channel.ChannelException;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The probe against real sockets, on each transport. */
class TcpProbeTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final HostPort ADDRESS = HostPort.parse("node.example:1");

  private RelayLoops loops;

  @AfterEach
  void endLoops() {
    if (loops != null) {
      loops.close();
    }
  }

  private ConnectTest on(TransportChoice transport) {
    assumeThat(transport == TransportChoice.NIO || Epoll.isAvailable())
        .as("epoll is there")
        .isTrue();
    loops = new RelayLoops(new LoopSettings(1, transport));
    return loops::testConnect;
  }

  private static ProbeResult probe(ConnectTest connects, SocketAddress target, Duration timeout) {
    BlockingQueue<ProbeResult> results = new ArrayBlockingQueue<>(2);
    new TcpProbe(connects, timeout, address -> (InetSocketAddress) target)
        .start(ADDRESS, results::add);
    try {
      return results.poll(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private ProbeResult probe(TransportChoice transport, SocketAddress target) {
    return probe(on(transport), target, Duration.ofSeconds(5));
  }

  @ParameterizedTest
  @EnumSource
  void nodeThatAcceptsAnswersAndSeesTheConnectionClosedWithoutAByte(TransportChoice transport)
      throws IOException {
    try (ServerSocket server = new ServerSocket(0, 10, LOOPBACK)) {
      assertThat(probe(transport, server.getLocalSocketAddress())).isEqualTo(ProbeResult.SUCCESS);
      server.setSoTimeout(10_000);
      try (Socket accepted = server.accept()) {
        accepted.setSoTimeout(10_000);
        assertThat(accepted.getInputStream().read()).isEqualTo(-1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void nodeThatClosesAtOnceAnswers(TransportChoice transport) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 10, LOOPBACK)) {
      Thread closing =
          new Thread(
              () -> {
                try {
                  server.accept().close();
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      closing.start();
      assertThat(probe(transport, server.getLocalSocketAddress())).isEqualTo(ProbeResult.SUCCESS);
      closing.join();
    }
  }

  @ParameterizedTest
  @EnumSource
  void nodeThatRefusesFails(TransportChoice transport) throws IOException {
    SocketAddress target;
    try (ServerSocket closed = new ServerSocket(0, 1, LOOPBACK)) {
      target = closed.getLocalSocketAddress();
    }
    ProbeResult result = probe(transport, target);
    assertThat(result.outcome()).isEqualTo(Outcome.FAILURE);
    assertThat(result.cause()).isEqualTo("Connection refused");
  }

  @ParameterizedTest
  @EnumSource
  void nodeThatHangsFailsAfterTheTimeout(TransportChoice transport) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, LOOPBACK)) {
      List<SocketChannel> filling = new ArrayList<>();
      try {
        for (int i = 0; i < 8; i++) {
          SocketChannel channel = SocketChannel.open();
          filling.add(channel);
          channel.configureBlocking(false);
          channel.connect(server.getLocalSocketAddress());
        }
        long start = System.nanoTime();
        ProbeResult result =
            probe(on(transport), server.getLocalSocketAddress(), Duration.ofMillis(200));
        assertThat(result).isEqualTo(ProbeResult.failure("no answer within 200 ms"));
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(190_000_000L);
      } finally {
        for (SocketChannel channel : filling) {
          channel.close();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneProbeAsksAgainAndAgain(TransportChoice transport) throws Exception {
    ConnectTest connects = on(transport);
    BlockingQueue<ProbeResult> results = new ArrayBlockingQueue<>(3);
    try (ServerSocket node = new ServerSocket(0, 10, LOOPBACK)) {
      TcpProbe probe =
          new TcpProbe(
              connects,
              Duration.ofSeconds(5),
              address -> (InetSocketAddress) node.getLocalSocketAddress());
      for (int i = 0; i < 3; i++) {
        probe.start(ADDRESS, results::add);
        assertThat(results.poll(10, TimeUnit.SECONDS)).isEqualTo(ProbeResult.SUCCESS);
      }
    }
  }

  @Test
  void nameWithoutAKnownAddressFails() {
    ConnectTest none =
        (address, timeout, whenDone) -> {
          throw new AssertionError("connected to " + address);
        };
    assertThat(probe(none, null, Duration.ofSeconds(5)))
        .isEqualTo(ProbeResult.failure("address of host node.example is not known"));
  }

  @Test
  void noDescriptorIsALocalFailure() {
    assertThat(
            failing(new ChannelException("Failed to open a socket.", new IOException("EMFILE")))
                .outcome())
        .isEqualTo(Outcome.LOCAL_FAILURE);
  }

  @Test
  void noLocalPortIsALocalFailureAsEitherTransportReportsIt() {
    for (IOException failure :
        List.of(
            new BindException("Cannot assign requested address"),
            new ConnectException(
                "connect(..) failed with error(-99): Cannot assign requested address"))) {
      assertThat(failing(failure).outcome())
          .as(failure.toString())
          .isEqualTo(Outcome.LOCAL_FAILURE);
    }
  }

  private static ProbeResult failing(Exception failure) {
    return probe(
        (address, timeout, whenDone) -> whenDone.accept(failure),
        somewhere(),
        Duration.ofSeconds(5));
  }

  private static SocketAddress somewhere() {
    return new InetSocketAddress(LOOPBACK, 1);
  }
}
