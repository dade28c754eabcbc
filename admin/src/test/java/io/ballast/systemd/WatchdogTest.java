package io.ballast.systemd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Signs of life: only when every thread has answered. */
final class WatchdogTest {
  private final Queue<Runnable> slow = new ArrayDeque<>();
  private final AtomicInteger signs = new AtomicInteger();
  private final Watchdog watchdog =
      new Watchdog(Map.of("quick", Runnable::run, "slow", slow::add), signs::incrementAndGet);

  @AfterEach
  void close() {
    watchdog.close();
  }

  /** When this returns every sign that was to be given has been. */
  private int signsInTheEnd() {
    watchdog.close();
    return signs.get();
  }

  @Test
  void signIsGivenWhenTheLastThreadAnswers() {
    watchdog.ask();
    slow.remove().run();
    assertThat(signsInTheEnd()).isEqualTo(1);
  }

  @Test
  void threadThatDoesNotAnswerSilencesIt() {
    watchdog.ask();
    watchdog.ask();
    watchdog.ask();
    assertThat(slow).hasSize(1);
    assertThat(signsInTheEnd()).isZero();
  }

  @Test
  void lateAnswerIsASignAndAsksAgain() {
    watchdog.ask();
    watchdog.ask();
    slow.remove().run();
    watchdog.ask();
    assertThat(slow).hasSize(1);
    assertThat(signsInTheEnd()).isEqualTo(1);
  }

  @Test
  void threadThatHasEndedGivesNoSign() {
    Watchdog other =
        new Watchdog(
            Map.of(
                "ended",
                task -> {
                  throw new RejectedExecutionException();
                }),
            signs::incrementAndGet);
    other.ask();
    other.close();
    assertThat(signs).hasValue(0);
  }

  @Test
  void signsAreGivenAgainAndAgain() {
    try (Watchdog other = new Watchdog(Map.of("quick", Runnable::run), signs::incrementAndGet)) {
      other.start(Duration.ofMillis(20));
      await().until(() -> signs.get() > 5);
    }
  }

  @Test
  void timeoutIsTheEnvironments() {
    assertThat(Watchdog.timeout(Map.of("WATCHDOG_USEC", "30000000"), 7))
        .contains(Duration.ofSeconds(30));
    assertThat(Watchdog.timeout(Map.of("WATCHDOG_USEC", "1000", "WATCHDOG_PID", "7"), 7))
        .contains(Duration.ofMillis(1));
  }

  @Test
  void timeoutOfAnotherProcessIsNone() {
    assertThat(Watchdog.timeout(Map.of("WATCHDOG_USEC", "1000", "WATCHDOG_PID", "8"), 7)).isEmpty();
  }

  @Test
  void whatIsNoTimeoutIsNone() {
    assertThat(Watchdog.timeout(Map.of(), 7)).isEmpty();
    assertThat(Watchdog.timeout(Map.of("WATCHDOG_USEC", "soon"), 7)).isEmpty();
    assertThat(Watchdog.timeout(Map.of("WATCHDOG_USEC", "-1"), 7)).isEmpty();
  }
}
