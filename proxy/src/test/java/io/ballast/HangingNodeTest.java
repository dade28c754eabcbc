package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.session.CloseReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A node that accepts no more and whose connections hang. */
final class HangingNodeTest {
  private static final int NODE_RATE = 20;
  private static final List<String> SETS =
      IntStream.range(0, 80).mapToObj(i -> "set-" + i).toList();

  @Test
  void sessionsOfANodeThatHangsAreMovedAtTheNodesRate() throws Exception {
    CountDownLatch testOver = new CountDownLatch(1);
    TestServer.Script hanging =
        peer -> {
          MovingRig.readLine(peer);
          peer.send("a\n");
          testOver.await();
        };
    try (MovingRig rig =
        MovingRig.with()
            .node("a", 100, "default", hanging)
            .node("b", 100)
            .probed()
            .nodeRate(NODE_RATE)
            .start()) {
      rig.connect(SETS);
      long there = rig.sets.on("a");
      assertThat(there).isGreaterThan(NODE_RATE);
      rig.server("a").stopAccepting();
      await().until(() -> rig.cluster().snapshot().node("a").get().health().word().equals("down"));
      long downNanos = System.nanoTime();
      await()
          .atMost(Duration.ofSeconds(25))
          .until(() -> rig.sets.on("a") == 0 && rig.sets.on("b") == SETS.size());
      double seconds = (System.nanoTime() - downNanos) / 1e9;
      // Each session is waited for until its node has failed to end it for 5 s.
      assertThat(seconds).isBetween((there - 1.0) / NODE_RATE, 5 + 4 + (double) there / NODE_RATE);
      assertThat(rig.sets.sessions()).isEqualTo(SETS.size() + (int) there);
      assertThat(rig.closed).containsOnly(CloseReason.GENTLE_CLOSE_TIMEOUT);
      assertThat(rig.sets.failures).hasValue(0);
    } finally {
      testOver.countDown();
    }
  }
}
