package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.session.CloseReason;
import io.ballast.session.SessionState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** A session that is ended gently loses nothing that was answered. */
@EachWire
final class GentleCloseTest {
  @Parameter Wire wire;

  private static final long FOR_EVER = Long.MAX_VALUE;
  private static final byte[] DISCONNECT = {(byte) 0xe0, 0};

  private static long nanos(long millis) {
    return Duration.ofMillis(millis).toNanos();
  }

  private Rig saying(String farewell, TestServer server) throws IOException {
    return saying(farewell, server, Rig.STEP);
  }

  private Rig saying(String farewell, TestServer server, Duration step) throws IOException {
    return Rig.with(wire)
        .gentleStep(step)
        .node("n1", server.port())
        .listener(
            settings -> settings.withMove(new MoveSettings(MoveSettings.Mode.RECONNECT, farewell)))
        .start();
  }

  @Test
  void quietSessionEndsInOrderAndTheNodeIsToldFarewell() throws Exception {
    BlockingQueue<byte[]> heard = new LinkedBlockingQueue<>();
    try (TestServer server =
            wire.server(
                peer -> {
                  peer.send("hi");
                  heard.add(peer.readAll());
                });
        Rig rig = saying("e0 00", server);
        TestSocket client = rig.client()) {
      client.readText(2);
      rig.session().ends().closeGently(CloseReason.MOVED, nanos(50), FOR_EVER);
      assertThat(client.end()).isEqualTo(TestSocket.End.EOF);
      assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo(DISCONNECT);
      client.finish();
      rig.awaitClosed(CloseReason.MOVED);
    }
  }

  @Test
  void answerToARequestThatReachedTheNodeArrivesWhole() throws Exception {
    byte[] answer = Noise.bytes(1, 5_000_000);
    BlockingQueue<byte[]> heard = new LinkedBlockingQueue<>();
    CountDownLatch requested = new CountDownLatch(1);
    try (TestServer server =
            wire.server(
                peer -> {
                  peer.read(7);
                  requested.countDown();
                  // The answer is only begun when the session is being ended already.
                  heard.add(peer.readAll());
                  peer.send(answer);
                });
        Rig rig = saying("e0 00", server, Duration.ofSeconds(30));
        TestSocket client = rig.client()) {
      client.send("request");
      requested.await();
      rig.session().ends().closeGently(CloseReason.MOVED, 0, 0);
      assertThat(Arrays.equals(client.readAll(), answer)).isTrue();
      assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo(DISCONNECT);
      client.finish();
      rig.awaitClosed(CloseReason.MOVED);
    }
  }

  @Test
  void largeAnswerThatIsOnItsWayArrivesWhole() throws Exception {
    byte[] answer = Noise.bytes(2, 20_000_000);
    try (TestServer server =
            wire.server(
                peer -> {
                  peer.read(1);
                  peer.send(answer).end();
                });
        Rig rig = saying("", server, Duration.ofSeconds(30));
        TestSocket client = rig.client()) {
      client.send("x");
      byte[] first = client.read(1000);
      rig.session().ends().closeGently(CloseReason.NODE_REMOVED, 0, 0);
      byte[] rest = client.readAll();
      assertThat(first).isEqualTo(Arrays.copyOf(answer, 1000));
      assertThat(Arrays.equals(rest, Arrays.copyOfRange(answer, 1000, answer.length))).isTrue();
      client.finish();
      rig.awaitClosed(CloseReason.NODE_REMOVED);
    }
  }

  @Test
  void busySessionIsWaitedFor() throws Exception {
    try (TestServer server = wire.echo();
        Rig rig = saying("", server);
        TestSocket client = rig.client()) {
      client.send("x").read(1);
      rig.session().ends().closeGently(CloseReason.MOVED, nanos(400), FOR_EVER);
      await()
          .pollInterval(Duration.ofMillis(50))
          .during(Duration.ofMillis(1500))
          .untilAsserted(() -> assertThat(client.send("y").readText(1)).isEqualTo("y"));
      assertThat(client.end()).isEqualTo(TestSocket.End.EOF);
      client.finish();
      rig.awaitClosed(CloseReason.MOVED);
    }
  }

  @Test
  void busySessionIsEndedWhenPatienceRunsOut() throws Exception {
    try (TestServer server = wire.echo();
        Rig rig = saying("", server);
        TestSocket client = rig.client()) {
      client.send("x").read(1);
      rig.session().ends().closeGently(CloseReason.MOVED, nanos(60_000), nanos(300));
      long answered = 0;
      while (client.send("y").readText(1).equals("y")) {
        answered++;
      }
      assertThat(answered).isPositive();
      client.finish();
      await().until(() -> !rig.closed.isEmpty());
      assertThat(rig.closed.peek()).isIn(CloseReason.MOVED, CloseReason.GENTLE_CLOSE_DISCARDED);
    }
  }

  @Test
  void laterCallTakesThePlaceOfOneThatStillWaits() throws Exception {
    try (TestServer server = wire.echo();
        Rig rig = saying("", server);
        TestSocket client = rig.client()) {
      client.send("x").read(1);
      rig.session().ends().closeGently(CloseReason.MOVED, FOR_EVER, FOR_EVER);
      rig.session().ends().closeGently(CloseReason.SHUTDOWN, 0, 0);
      assertThat(client.end()).isEqualTo(TestSocket.End.EOF);
      client.finish();
      rig.awaitClosed(CloseReason.SHUTDOWN);
    }
  }

  @Test
  void bytesThatTheClientSendsTooLateAreDiscardedAndCounted() throws Exception {
    BlockingQueue<byte[]> heard = new LinkedBlockingQueue<>();
    try (TestServer server =
            wire.server(
                peer -> {
                  peer.send("hi");
                  heard.add(peer.readAll());
                });
        Rig rig = saying("", server);
        TestSocket client = rig.client()) {
      client.readText(2);
      rig.session().ends().closeGently(CloseReason.MOVED, 0, 0);
      assertThat(client.end()).isEqualTo(TestSocket.End.EOF);
      client.send(new byte[1000]).finish();
      rig.awaitClosed(CloseReason.GENTLE_CLOSE_DISCARDED);
      assertThat(rig.session().bytesDiscarded()).isEqualTo(1000);
      assertThat(rig.session().bytesFromClient()).isZero();
      assertThat(heard.poll(10, TimeUnit.SECONDS)).isEmpty();
    }
  }

  @Test
  void nodeThatGoesOnForTooLongIsLeft() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (TestServer server =
            wire.server(
                peer -> {
                  peer.send("hi");
                  never.await();
                });
        Rig rig = saying("", server);
        TestSocket client = rig.client()) {
      client.readText(2);
      rig.session().ends().closeGently(CloseReason.MOVED, 0, 0);
      assertThat(client.end()).isEqualTo(TestSocket.End.EOF);
      client.finish();
      rig.awaitClosed(CloseReason.GENTLE_CLOSE_TIMEOUT);
    }
  }

  @Test
  void clientThatDoesNotLeaveIsLeft() throws Exception {
    try (TestServer server = wire.echo();
        Rig rig = saying("", server);
        TestSocket client = rig.client()) {
      client.send("x").read(1);
      rig.session().ends().closeGently(CloseReason.MOVED, 0, 0);
      rig.awaitClosed(CloseReason.MOVED);
      assertThat(client.end()).isEqualTo(TestSocket.End.EOF);
    }
  }

  @Test
  void sessionWhoseClientHasFinishedEndsWithTheNode() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    try (TestServer server =
            wire.server(
                peer -> {
                  peer.readAll();
                  goOn.await();
                  peer.send("the end");
                });
        Rig rig = saying("e0 00", server);
        TestSocket client = rig.client()) {
      client.send("x").finish();
      await().until(() -> rig.session().state() == SessionState.HALF_CLOSED);
      rig.session().ends().closeGently(CloseReason.MOVED, 0, 0);
      await().until(() -> rig.session().state() == SessionState.CLOSING);
      goOn.countDown();
      assertThat(new String(client.readAll(), StandardCharsets.US_ASCII)).isEqualTo("the end");
      rig.awaitClosed(CloseReason.MOVED);
    }
  }

  @Test
  void nodesResetMeanwhileIsPassedOn() throws Exception {
    try (TestServer server =
            wire.server(
                peer -> {
                  peer.send("hi");
                  peer.readAll();
                  peer.reset();
                });
        Rig rig = saying("", server);
        TestSocket client = rig.client()) {
      client.readText(2);
      rig.session().ends().closeGently(CloseReason.MOVED, 0, 0);
      assertThat(client.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitClosed(CloseReason.NODE_RESET);
    }
  }

  @Test
  void clientsResetMeanwhileIsItsOwnReason() throws Exception {
    CountDownLatch ending = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    try (TestServer server =
            wire.server(
                peer -> {
                  peer.send("hi");
                  peer.readAll();
                  ending.countDown();
                  peer.send(new byte[20_000_000]);
                  never.await();
                });
        Rig rig = saying("", server);
        TestSocket client = rig.client()) {
      client.readText(2);
      rig.session().ends().closeGently(CloseReason.MOVED, 0, 0);
      ending.await();
      client.reset();
      await().until(() -> !rig.closed.isEmpty());
      assertThat(rig.closed.peek())
          .isIn(CloseReason.CLIENT_RESET, CloseReason.GENTLE_CLOSE_TIMEOUT);
    }
  }

  @Test
  void abortEndsASessionAtOnce() throws Exception {
    try (TestServer server = wire.server(peer -> peer.send("hi").end());
        Rig rig = saying("", server);
        TestSocket client = rig.client()) {
      client.readText(2);
      rig.session().ends().closeGently(CloseReason.MOVED, FOR_EVER, FOR_EVER);
      rig.session().ends().abort(CloseReason.OPERATOR);
      assertThat(client.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitClosed(CloseReason.OPERATOR);
    }
  }

  @Test
  void requestsUnderContinuousMovesAreEachServedOnce() throws Exception {
    AtomicInteger served = new AtomicInteger();
    try (TestServer server =
            wire.server(
                peer -> {
                  while (peer.read(4).length == 4) {
                    served.incrementAndGet();
                    peer.send("done");
                  }
                });
        Rig rig = saying("", server)) {
      int acknowledged = 0;
      int lost = 0;
      while (rig.closed.size() < 20) {
        try (TestSocket client = rig.client()) {
          boolean open = true;
          for (int i = 0; open; i++) {
            if (i == 3) {
              rig.sessions.forEach(s -> s.ends().closeGently(CloseReason.MOVED, 0, 0));
            }
            client.send("call");
            open = client.readText(4).equals("done");
            acknowledged += open ? 1 : 0;
            lost += open ? 0 : 1;
          }
        }
      }
      rig.awaitEmpty();
      // A request that was not answered was not served: it was discarded, not lost on the way back.
      assertThat(served.get()).isEqualTo(acknowledged);
      assertThat(lost).isEqualTo(rig.opened.size());
    }
  }
}
