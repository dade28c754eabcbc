package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class LoopDelayTest {
  private static final long BLOCKED_NANOS = 4 * LoopDelay.PERIOD_NANOS;

  @Test
  void eachLoopTellsAgainAndAgainHowLateItIs() throws InterruptedException {
    BlockingQueue<Long> told = new LinkedBlockingQueue<>();
    try (RelayLoops loops = new RelayLoops(new LoopSettings(2, LoopSettings.DEFAULT.transport()))) {
      loops.observe(told::add);
      for (int i = 0; i < 4; i++) {
        assertThat(told.poll(30, TimeUnit.SECONDS)).isNotNull().isNotNegative();
      }
    }
  }

  @Test
  void aLoopThatIsHeldUpTellsForHowLong() throws InterruptedException {
    BlockingQueue<Long> told = new LinkedBlockingQueue<>();
    try (RelayLoops loops = new RelayLoops(new LoopSettings(1, LoopSettings.DEFAULT.transport()))) {
      loops.observe(told::add);
      CountDownLatch never = new CountDownLatch(1);
      EventLoop loop = loops.next();
      loop.execute(() -> waitFor(never));
      long late = 0;
      while (late < BLOCKED_NANOS - LoopDelay.PERIOD_NANOS) {
        Long next = told.poll(30, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        late = next;
      }
    }
  }

  private static void waitFor(CountDownLatch never) {
    try {
      assertThat(never.await(BLOCKED_NANOS, TimeUnit.NANOSECONDS)).isFalse();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
