package io.ballast.sessionlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ballast.ClusterPolicy;
import io.ballast.Proxy;
import io.ballast.ProxySettings;
import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.relay.ListenerSettings;
import io.ballast.relay.LoopSettings;
import io.ballast.sessionlog.SessionLogSettings.Lines;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The log of a running proxy. */
final class SessionLogTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static Proxy proxy(int nodePort, SessionLog log) throws IOException {
    Node node = new Node("a", new HostPort("127.0.0.1", nodePort), "default", 1);
    ClusterSettings cluster = ClusterSettings.of("phones", List.of(node));
    ListenerSettings listener = ListenerSettings.of("sets", "phones", new HostPort("127.0.0.1", 0));
    LoopSettings loop = new LoopSettings(1, LoopSettings.TransportChoice.AUTO);
    return Proxy.start(
        new ProxySettings(List.of(ClusterPolicy.of(cluster)), List.of(listener), loop),
        ChangeLog.NONE,
        log);
  }

  private static SessionLog log(Lines lines, int queue, Consumer<String> sink) {
    return new SessionLog(new SessionLogSettings(lines, queue), sink);
  }

  private static void converse(Proxy proxy) throws IOException {
    try (TestSocket client = TestSocket.connect(proxy.listeners().get(0).address())) {
      client.send("hello").readText(5);
      client.finish().readAll();
    }
  }

  @Test
  void eachSessionIsALineAtItsEnd() throws Exception {
    Queue<String> lines = new ConcurrentLinkedQueue<>();
    try (TestServer server = TestServer.echo();
        SessionLog log = log(Lines.SESSIONS, 100, lines::add);
        Proxy proxy = proxy(server.port(), log)) {
      converse(proxy);
      await().atMost(PATIENCE).until(() -> lines.size() == 1);
      assertThat(lines.peek())
          .contains(" cluster=phones listener=sets set=127.0.0.1 node=a zone=default placed=owner ")
          .contains(
              " from-client=5 from-node=5 discarded=0 reason=client-closed client=127.0.0.1:");
    }
  }

  @Test
  void rejectedConnectionsAreLinesIfAllAreAskedFor() throws Exception {
    Queue<String> all = new ConcurrentLinkedQueue<>();
    int nobodyHome;
    try (TestServer server = TestServer.echo()) {
      nobodyHome = server.port();
    }
    try (SessionLog log = log(Lines.ALL, 100, all::add);
        Proxy proxy = proxy(nobodyHome, log);
        TestSocket client = TestSocket.connect(proxy.listeners().get(0).address())) {
      client.end();
      await().atMost(PATIENCE).until(() -> all.size() == 1);
      assertThat(all.peek()).contains(" session=- ").contains(" reason=connect-failed client=");
    }
  }

  @Test
  void sessionsGoOnWhileTheDiskHangsAndDropsAreCounted() throws Exception {
    CountDownLatch disk = new CountDownLatch(1);
    try (TestServer server = TestServer.echo();
        SessionLog log = log(Lines.SESSIONS, 2, line -> waitFor(disk));
        Proxy proxy = proxy(server.port(), log)) {
      for (int i = 0; i < 20; i++) {
        converse(proxy);
      }
      await().atMost(PATIENCE).until(() -> log.dropped() >= 17);
      assertThat(log.written()).isZero();
      disk.countDown();
      await().atMost(PATIENCE).until(() -> log.written() + log.dropped() == 20);
    } finally {
      disk.countDown();
    }
  }

  @Test
  void offMeansThatNothingRuns() {
    assertThat(SessionLog.start(SessionLogSettings.DEFAULT)).isEmpty();
  }

  @Test
  void queueOutOfRangeIsRefused() {
    assertThatThrownBy(() -> new SessionLogSettings(Lines.OFF, 0))
        .hasMessage("queue = 0: lines that may wait are 1 to 1000000");
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
