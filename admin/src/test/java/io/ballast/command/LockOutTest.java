package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LockOutTest {
  private final LockOut lockOut = new LockOut();
  private long now = -5;

  private Duration fail(String source) {
    return lockOut.failed(source, now);
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  @Test
  void delayDoublesUpToItsLimit() {
    assertThat(fail("a")).isEqualTo(Duration.ofMillis(500));
    assertThat(fail("a")).isEqualTo(Duration.ofSeconds(1));
    assertThat(fail("a")).isEqualTo(Duration.ofSeconds(2));
    for (int i = 0; i < 100; i++) {
      assertThat(fail("a")).isLessThanOrEqualTo(LockOut.LONGEST);
    }
    assertThat(fail("a")).isEqualTo(LockOut.LONGEST);
  }

  @Test
  void sourcesAreCountedApart() {
    fail("a");
    fail("a");
    assertThat(fail("b")).isEqualTo(LockOut.FIRST);
    assertThat(lockOut.remaining("c", now)).isZero();
  }

  @Test
  void remainingTimeRunsOut() {
    fail("a");
    pass(Duration.ofMillis(200));
    assertThat(lockOut.remaining("a", now)).isEqualTo(Duration.ofMillis(300));
    pass(Duration.ofMillis(300));
    assertThat(lockOut.remaining("a", now)).isZero();
  }

  @Test
  void successForgetsTheFailures() {
    fail("a");
    fail("a");
    lockOut.succeeded("a");
    assertThat(lockOut.remaining("a", now)).isZero();
    assertThat(fail("a")).isEqualTo(LockOut.FIRST);
  }

  @Test
  void quietTimeForgetsTheFailures() {
    fail("a");
    pass(LockOut.FIRST.plus(LockOut.MEMORY));
    assertThat(fail("a")).isEqualTo(Duration.ofSeconds(1));
    pass(Duration.ofSeconds(1).plus(LockOut.MEMORY).plusNanos(1));
    assertThat(fail("a")).isEqualTo(LockOut.FIRST);
  }

  @Test
  void manySourcesTakeBoundedMemory() {
    for (int i = 0; i < 10 * LockOut.SOURCES; i++) {
      fail("source" + i);
    }
    assertThat(lockOut.size()).isEqualTo(LockOut.SOURCES);
    assertThat(lockOut.remaining("source" + (10 * LockOut.SOURCES - 1), now)).isPositive();
  }
}
