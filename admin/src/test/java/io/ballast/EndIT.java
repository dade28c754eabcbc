package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a proxy with live sessions ends when it is asked to. */
final class EndIT {
  private static final int SESSIONS = 20;

  /** The default grace, and what a busy machine needs on top. */
  private static final Duration IN_TIME = Duration.ofSeconds(25);

  @TempDir private Path directory;
  private final List<TestSocket> clients = new ArrayList<>();
  private TestServer node;
  private Serving proxy;

  @BeforeEach
  void start() throws Exception {
    node = TestServer.echo();
    proxy =
        Serving.start(
            directory,
            """
            clusters.c.nodes.a.address = "127.0.0.1:%d"
            listeners.l { cluster = c, bind = "127.0.0.1:0" }
            listeners.named {
              cluster = c, bind = "127.0.0.1:0", identity { line = "^(?P<id>[a-z]+)" }
            }
            """
                .formatted(node.port()));
    for (int i = 0; i < SESSIONS; i++) {
      TestSocket client = TestSocket.connect(proxy.listener("l"));
      clients.add(client);
      assertThat(client.send("ping").readText(4)).isEqualTo("ping");
    }
    proxy.awaitSessions(SESSIONS);
  }

  @AfterEach
  void end() throws Exception {
    proxy.close();
    for (TestSocket client : clients) {
      client.close();
    }
    node.close();
  }

  private void assertEveryClientEndsInOrder() throws IOException {
    for (TestSocket client : clients) {
      assertThat(client.end()).isEqualTo(TestSocket.End.EOF);
      client.close();
    }
  }

  @Test
  void sigtermEndsSessionsGentlyAndExitsInTime() throws Exception {
    InetSocketAddress listener = proxy.listener("l");
    long start = System.nanoTime();
    proxy.process().signal("TERM");
    assertEveryClientEndsInOrder();
    assertThat(proxy.process().awaitExit()).isZero();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(IN_TIME);
    assertFree(listener);
    assertThat(proxy.logged("shutting down")).hasSize(1);
  }

  @Test
  void shutdownRefusesNewConnectionsAndEndsLiveOnesWithinItsGrace() throws Exception {
    InetSocketAddress listener = proxy.listener("l");
    assertThat(proxy.ask("SHUTDOWN 3s")).containsExactly("OK shutting down within 3 s");
    await("new connections are refused").atMost(Spawned.PATIENCE).until(() -> isRefused(listener));
    assertEveryClientEndsInOrder();
    assertThat(proxy.process().awaitExit()).isZero();
    assertFree(listener);
  }

  @Test
  void sessionThatOpensWithinTheGraceEndsInOrderToo() throws Exception {
    InetSocketAddress listener = proxy.listener("named");
    try (TestSocket late = TestSocket.connect(listener)) {
      await("the client is accepted")
          .atMost(Spawned.PATIENCE)
          .until(() -> proxy.numbers("STATS").getOrDefault("accepted", 0) > SESSIONS);
      assertThat(proxy.ask("SHUTDOWN 6s")).containsExactly("OK shutting down within 6 s");
      await("new connections are refused")
          .atMost(Spawned.PATIENCE)
          .until(() -> isRefused(listener));
      assertThat(late.send("late\n").readText(5)).isEqualTo("late\n");
      assertThat(late.end()).isEqualTo(TestSocket.End.EOF);
    }
    assertEveryClientEndsInOrder();
    assertThat(proxy.process().awaitExit()).isZero();
  }

  @Test
  void shutdownWithoutGraceEndsAtOnce() throws Exception {
    assertThat(proxy.ask("SHUTDOWN 0s")).containsExactly("OK shutting down within 0 s");
    assertThat(proxy.process().awaitExit()).isZero();
  }

  private static boolean isRefused(InetSocketAddress address) throws IOException {
    try (TestSocket late = TestSocket.connect(address)) {
      return !late.socket().isConnected();
    } catch (ConnectException refused) {
      return true;
    }
  }

  private static void assertFree(InetSocketAddress address) throws IOException {
    try (ServerSocket again = new ServerSocket()) {
      again.bind(address);
    }
  }
}
