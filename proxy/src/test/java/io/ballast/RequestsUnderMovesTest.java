package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.cluster.SetId;
import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.session.CloseReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Sets that ask and are answered while their sessions are moved again and again. */
final class RequestsUnderMovesTest {
  private static final int SETS = 6;
  private static final int MOVES = 150;
  private static final int LARGE = 16 * 1024 * 1024;

  private final Map<String, Integer> served = new ConcurrentHashMap<>();
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean over = new AtomicBoolean();

  private void serve(TestSocket peer) throws IOException {
    MovingRig.readLine(peer);
    for (String request = MovingRig.readLine(peer);
        request != null;
        request = MovingRig.readLine(peer)) {
      served.merge(request, 1, Integer::sum);
      peer.send("done " + request + "\n");
    }
  }

  /** Asks until the test is over; returns how many sessions that took. A reset is thrown. */
  private int ask(MovingRig rig, String set) throws IOException {
    int sessions = 0;
    int attempt = 0;
    while (!over.get()) {
      try (TestSocket client = TestSocket.connect(rig.address(MovingRig.MOVING))) {
        sessions++;
        client.send("HELLO " + set + "\n");
        String answer = "";
        while (answer != null && !over.get()) {
          String request = set + ":" + attempt++;
          client.send(request + "\n");
          answer = MovingRig.readLine(client);
          if (answer != null) {
            assertThat(answer).isEqualTo("done " + request);
            acknowledged.add(request);
          }
        }
      }
    }
    return sessions;
  }

  @Test
  void whatANodeServedIsAnsweredAndNothingIsServedTwice() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(SETS);
    TestServer.Script script = this::serve;
    try (MovingRig rig =
        MovingRig.with()
            .node("a", 100, "default", script)
            .node("b", 100, "default", script)
            .start()) {
      List<Future<Integer>> running = new ArrayList<>();
      for (int i = 0; i < SETS; i++) {
        String set = "set-" + i;
        Callable<Integer> asking = () -> ask(rig, set);
        running.add(clients.submit(asking));
      }
      for (int i = 0; i < MOVES; i++) {
        int before = rig.closed.size();
        if (i % 3 == 0) {
          rig.weigh("a", i % 2 == 0 ? 20 : 400);
        }
        rig.cluster().move(SetId.of("set-" + i % SETS), Optional.empty());
        if (i % 5 == 0) {
          await().until(() -> rig.closed.size() > before || rig.closed.size() > MOVES);
        }
      }
      await().until(() -> rig.closed.size() >= SETS);
      over.set(true);
      int sessions = 0;
      for (Future<Integer> set : running) {
        sessions += set.get(20, TimeUnit.SECONDS);
      }
      assertThat(sessions).isGreaterThan(2 * SETS);
      await().until(() -> rig.cluster().sessions().size() == 0);
      assertThat(served.values()).containsOnly(1);
      assertThat(acknowledged).hasSizeGreaterThan(MOVES).isEqualTo(served.keySet());
      assertThat(rig.closed)
          .isSubsetOf(
              List.of(
                  CloseReason.MOVED,
                  CloseReason.GENTLE_CLOSE_DISCARDED,
                  CloseReason.CLIENT_CLOSED));
    } finally {
      over.set(true);
      clients.shutdownNow();
    }
  }

  @Test
  void largeAnswerInFlightArrivesWhole() throws Exception {
    CountDownLatch half = new CountDownLatch(1);
    TestServer.Script script =
        peer -> {
          MovingRig.readLine(peer);
          byte[] part = new byte[LARGE / 2];
          peer.send(part);
          half.countDown();
          peer.send(part);
          peer.end();
        };
    try (MovingRig rig =
            MovingRig.with()
                .node("a", 100, "default", script)
                .node("b", 100, "default", script)
                .start();
        TestSocket client = TestSocket.connect(rig.address(MovingRig.MOVING), 64 * 1024)) {
      client.send("HELLO set-1\n");
      int first = LARGE / 4;
      assertThat(client.read(first)).hasSize(first);
      rig.awaitKnown(1);
      assertThat(
              rig.cluster()
                  .move(SetId.of("set-1"), Optional.empty())
                  .toCompletableFuture()
                  .get(10, TimeUnit.SECONDS))
          .isEqualTo(1);
      await().until(() -> rig.cluster().status().stream().anyMatch(s -> s.leaving() > 0));
      assertThat(client.readAll()).hasSize(LARGE - first);
      client.finish();
      await().until(() -> !rig.closed.isEmpty());
      assertThat(rig.closed).containsExactly(CloseReason.MOVED);
      assertThat(half.getCount()).isZero();
    }
  }
}
