package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.identity.IdentitySettings;
import io.ballast.session.CloseReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Ends and breaks that come at once, or at an awkward moment, in each order. */
@EachTransport
final class EventOrderTest {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final int MANY = 300;
  private static final int RESETS = 100;

  @Parameter LoopSettings.TransportChoice transport;

  private static long descriptors() throws IOException {
    try (Stream<Path> all = Files.list(DESCRIPTORS)) {
      return all.map(EventOrderTest::target).filter(to -> to.startsWith("socket:")).count();
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }

  /**
   * The node says nothing and ends nothing, so that nothing else tells of the reset. A channel that
   * has read the end of the stream learns of it when it is written to, or half-closed too long.
   */
  @Test
  void resetRightAfterTheEndOfAStreamEndsTheSession() throws Exception {
    assumeThat(transport).isEqualTo(LoopSettings.TransportChoice.EPOLL);
    CountDownLatch over = new CountDownLatch(1);
    try (TestServer server = new TestServer(peer -> over.await());
        Rig rig = Rig.inFrontOf(transport, server)) {
      for (int i = 0; i < RESETS; i++) {
        rig.client().send("all").finish().reset();
      }
      // Some are gone before they are relayed.
      await().until(() -> rig.closed.size() + rig.rejected.size() == RESETS);
      assertThat(rig.closed).allMatch(reason -> reason == CloseReason.CLIENT_RESET);
      over.countDown();
    }
  }

  @Test
  void nodeThatSendsAndResetsAtOnceLeavesNothing() throws Exception {
    try (TestServer server =
            new TestServer(
                peer -> {
                  peer.send("hello");
                  peer.reset();
                });
        Rig rig = Rig.inFrontOf(transport, server)) {
      for (int i = 0; i < 50; i++) {
        try (TestSocket client = rig.client()) {
          client.end();
        }
      }
      await().until(() -> rig.closed.size() + rig.rejected.size() == 50);
    }
  }

  @Test
  void bothSidesThatCloseAtOnceLeaveNothing() throws Exception {
    byte[] some = Noise.bytes(5, 40_000);
    try (TestServer server =
            new TestServer(
                peer -> {
                  peer.read(1);
                  peer.send(some);
                });
        Rig rig = Rig.inFrontOf(transport, server)) {
      for (int i = 0; i < 100; i++) {
        try (TestSocket client = rig.client()) {
          client.send(some);
        }
      }
      await().until(() -> rig.closed.size() + rig.rejected.size() == 100);
    }
  }

  @Test
  void clientThatLeavesWhileItIsIdentifiedLeavesNoBuffer() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig =
            Rig.with(transport)
                .node("n1", server.port())
                .listener(s -> s.withIdentity(new IdentitySettings.Line("^HELLO (?P<id>\\S+)")))
                .start()) {
      for (int i = 0; i < 20; i++) {
        TestSocket client = rig.client().send("HEL");
        await().until(() -> rig.listener.connections() > 0);
        client.reset();
      }
      await().until(() -> rig.rejected.size() == 20);
      assertThat(rig.rejected).containsOnly(CloseReason.CLIENT_LEFT);
    }
  }

  @Test
  void loopsThatEndWithLiveSessionsLeaveNoSocket() throws Exception {
    long before = descriptors();
    List<TestSocket> clients = new ArrayList<>();
    try (TestServer server = TestServer.echo()) {
      try (Rig rig = Rig.inFrontOf(transport, server)) {
        for (int i = 0; i < MANY; i++) {
          clients.add(rig.client().send("x"));
        }
        for (TestSocket client : clients) {
          assertThat(client.readText(1)).isEqualTo("x");
        }
      }
      for (TestSocket client : clients) {
        client.close();
      }
      await().until(() -> server.live() == 0);
    }
    await().until(() -> descriptors() <= before);
  }

  @Test
  void listenerThatStopsWhileClientsWaitLeavesNothing() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = Rig.inFrontOf(transport, server)) {
      List<TestSocket> clients = new ArrayList<>();
      for (int i = 0; i < MANY; i++) {
        clients.add(rig.client());
      }
      rig.listener.stopAccepting();
      int served = 0;
      for (TestSocket client : clients) {
        served += answered(client) ? 1 : 0;
        client.close();
      }
      assertThat(rig.opened).hasSizeGreaterThanOrEqualTo(served);
      rig.awaitEmpty();
    }
  }

  private static boolean answered(TestSocket client) {
    try {
      return client.send("x").readText(1).equals("x");
    } catch (IOException reset) {
      return false;
    }
  }
}
