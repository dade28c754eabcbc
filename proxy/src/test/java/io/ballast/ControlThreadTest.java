package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class ControlThreadTest {
  private final ControlThread control = new ControlThread();
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicBoolean ranLater = new AtomicBoolean();

  private void runUntilToldToGoOn() {
    CountDownLatch started = new CountDownLatch(1);
    control.execute(
        () -> {
          started.countDown();
          awaitUninterrupted(goOn);
          ended.set(true);
        });
    awaitUninterrupted(started);
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError("a task is not interrupted", e);
    }
  }

  @Test
  void closeReturnsWhenTheTaskThatRunsHasEndedAndDropsThoseOfLater() throws Exception {
    runUntilToldToGoOn();
    control.after(Duration.ofHours(1), () -> ranLater.set(true));
    Thread closing = new Thread(control::close, "closing");
    closing.start();
    await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
    goOn.countDown();
    closing.join();
    assertThat(ended).isTrue();
    assertThat(ranLater).isFalse();
  }

  @Test
  void closeReturnsWhenTheTasksThatWaitHaveEnded() {
    control.execute(() -> ended.set(true));
    control.close();
    assertThat(ended).isTrue();
  }

  @Test
  void aTaskAfterTheEndIsDropped() {
    control.close();
    control.execute(() -> ranLater.set(true));
    assertThat(ranLater).isFalse();
  }
}
