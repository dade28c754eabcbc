package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestSocket;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A node drained at once while sets connect as fast as they can. */
final class DrainUnderLoadTest {
  private static final int THREADS = 3;
  private static final int FLIPS = 60;

  private final AtomicBoolean over = new AtomicBoolean();
  // Odd while the node is known to be drained.
  private final AtomicInteger epoch = new AtomicInteger();
  private final AtomicInteger judged = new AtomicInteger();
  private final AtomicInteger connected = new AtomicInteger();

  private Void hammer(MovingRig rig, int thread) throws IOException {
    for (int i = 0; !over.get(); i++) {
      int before = epoch.get();
      try (TestSocket client = TestSocket.connect(rig.address(MovingRig.MOVING))) {
        String node = MovingRig.readLine(client.send("HELLO h-" + thread + "-" + i + "\n"));
        assertThat(node).isIn("a", "b", "c");
        connected.incrementAndGet();
        if (before % 2 == 1 && epoch.get() == before) {
          assertThat(node).isNotEqualTo("a");
          judged.incrementAndGet();
        }
      }
    }
    return null;
  }

  private List<Future<Void>> startHammering(ExecutorService clients, MovingRig rig) {
    List<Future<Void>> running = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int thread = i;
      Callable<Void> hammering = () -> hammer(rig, thread);
      running.add(clients.submit(hammering));
    }
    return running;
  }

  private void end(List<Future<Void>> running) throws Exception {
    over.set(true);
    for (Future<Void> one : running) {
      one.get(20, TimeUnit.SECONDS);
    }
  }

  private static MovingRig rig() throws IOException {
    return MovingRig.with().node("a", 100).node("b", 100).node("c", 100).start();
  }

  @Test
  void noSessionLandsOnANodeAfterItsDrainIsAnsweredHoweverOftenItIsDrained() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(THREADS);
    try (MovingRig rig = rig()) {
      List<Future<Void>> running = startHammering(clients, rig);
      for (int i = 0; i < FLIPS; i++) {
        rig.weigh("a", 0);
        epoch.incrementAndGet();
        int seen = connected.get();
        await().until(() -> connected.get() > seen + 10 || running.get(0).isDone());
        epoch.incrementAndGet();
        rig.weigh("a", 100);
      }
      rig.weigh("a", 0);
      await().until(() -> rig.cluster().counts().live("a") == 0);
      end(running);
      assertThat(judged.get()).isGreaterThan(FLIPS);
      assertThat(rig.rejected).isEmpty();
      await().until(() -> rig.cluster().sessions().size() == 0);
      assertThat(rig.cluster().counts().live("a")).isZero();
    } finally {
      over.set(true);
      clients.shutdownNow();
    }
  }

  @Test
  void drainAtOnceMovesTheNodesSessionsAndNoOther() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(THREADS);
    List<String> names = IntStream.range(0, 90).mapToObj(i -> "set-" + i).toList();
    try (MovingRig rig = rig()) {
      rig.connect(names);
      Map<String, String> before = new HashMap<>();
      names.forEach(name -> before.put(name, rig.sets.place(name)));
      assertThat(before.values()).contains("a", "b", "c");
      List<Future<Void>> running = startHammering(clients, rig);
      rig.weigh("a", 0);
      await().until(() -> rig.sets.on("a") == 0 && rig.cluster().counts().live("a") == 0);
      end(running);
      for (String name : names) {
        boolean drained = before.get(name).equals("a");
        assertThat(rig.sets.places(name)).as(name).hasSize(drained ? 2 : 1);
      }
      assertThat(rig.sets.failures).hasValue(0);
      assertThat(rig.rejected).isEmpty();
    } finally {
      over.set(true);
      clients.shutdownNow();
    }
  }
}
