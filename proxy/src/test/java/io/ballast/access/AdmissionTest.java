package io.ballast.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class AdmissionTest {
  private static final InetAddress A = new InetSocketAddress("192.0.2.1", 0).getAddress();
  private static final InetAddress B = new InetSocketAddress("2001:db8::2", 0).getAddress();
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private static Verdict admit(Pass pass, InetAddress client, long nowNanos) {
    Verdict verdict = pass.admitSource(client);
    return verdict == Verdict.ADMITTED ? pass.admitConnection(nowNanos) : verdict;
  }

  private static Verdict admit(Admission admission, InetAddress client, long nowNanos) {
    Pass pass = admission.pass();
    Verdict verdict = admit(pass, client, nowNanos);
    if (verdict != Verdict.ADMITTED) {
      pass.release();
    }
    return verdict;
  }

  @Test
  void withoutLimitsEverybodyIsAdmitted() {
    Admission admission = new Admission(AccessSettings.EVERYWHERE, LimitSettings.NONE, 0);
    for (int i = 0; i < 1000; i++) {
      assertThat(admit(admission, A, 0)).isEqualTo(Verdict.ADMITTED);
    }
    assertThat(admission.connections()).isEqualTo(1000);
    assertThat(admission.countedSources()).isZero();
  }

  @Test
  void sessionsAreCappedUntilOneEnds() {
    Admission admission =
        new Admission(AccessSettings.EVERYWHERE, new LimitSettings(2, 0, 0, 0, 0), 0);
    admit(admission, A, 0);
    Pass second = admission.pass();
    admit(second, B, 0);
    assertThat(admit(admission, A, 0)).isEqualTo(Verdict.TOO_MANY_SESSIONS);
    second.release();
    assertThat(admit(admission, A, 0)).isEqualTo(Verdict.ADMITTED);
    assertThat(admission.connections()).isEqualTo(2);
  }

  @Test
  void anotherCapCountsWhatIsThere() {
    Admission admission = new Admission(AccessSettings.EVERYWHERE, LimitSettings.NONE, 0);
    Pass first = admission.pass();
    admit(first, A, 0);
    admit(admission, B, 0);
    admission.reconfigure(AccessSettings.EVERYWHERE, new LimitSettings(2, 0, 0, 0, 0), 0);
    assertThat(admit(admission, A, 0)).isEqualTo(Verdict.TOO_MANY_SESSIONS);
    first.release();
    assertThat(admit(admission, A, 0)).isEqualTo(Verdict.ADMITTED);
    admission.reconfigure(AccessSettings.EVERYWHERE, LimitSettings.NONE, 0);
    assertThat(admit(admission, A, 0)).isEqualTo(Verdict.ADMITTED);
    assertThat(admission.connections()).isEqualTo(3);
  }

  @Test
  void anotherCapOfSourcesCountsWhatIsThereIfThereWasOne() {
    Admission admission =
        new Admission(AccessSettings.EVERYWHERE, new LimitSettings(0, 2, 0, 0, 0), 0);
    Pass first = admission.pass();
    admit(first, A, 0);
    admission.reconfigure(AccessSettings.EVERYWHERE, new LimitSettings(0, 1, 0, 0, 0), 0);
    assertThat(admit(admission, A, 0)).isEqualTo(Verdict.TOO_MANY_OF_SOURCE);
    first.release();
    assertThat(admit(admission, A, 0)).isEqualTo(Verdict.ADMITTED);
  }

  @Test
  void capOfSourcesThatComesAndGoesGivesBackWhatWasTaken() {
    Admission admission = new Admission(AccessSettings.EVERYWHERE, LimitSettings.NONE, 0);
    List<Pass> passes = new ArrayList<>();
    for (int limit : new int[] {0, 1, 0, 2, 1, 0, 1}) {
      admission.reconfigure(AccessSettings.EVERYWHERE, new LimitSettings(0, limit, 0, 0, 0), 0);
      Pass pass = admission.pass();
      admit(pass, A, 0);
      passes.add(pass);
    }
    passes.forEach(Pass::release);
    assertThat(admission.connections()).isZero();
    assertThat(admission.countedSources()).isZero();
    assertThat(admit(admission, A, 0)).isEqualTo(Verdict.ADMITTED);
    assertThat(admit(admission, A, 0)).isEqualTo(Verdict.TOO_MANY_OF_SOURCE);
  }

  @Test
  void rateThatStaysIsNotRefilled() {
    LimitSettings slow = new LimitSettings(0, 0, 1, 0, 0);
    Admission admission = new Admission(AccessSettings.EVERYWHERE, slow, 0);
    admit(admission, A, 0);
    admission.reconfigure(AccessSettings.EVERYWHERE, slow, 0);
    assertThat(admit(admission, A, 0)).isEqualTo(Verdict.TOO_FAST);
    admission.reconfigure(AccessSettings.EVERYWHERE, LimitSettings.NONE, 0);
    assertThat(admit(admission, A, 0)).isEqualTo(Verdict.ADMITTED);
  }

  @Test
  void sourcesAreCappedEachByItself() {
    Admission admission =
        new Admission(AccessSettings.EVERYWHERE, new LimitSettings(0, 1, 0, 0, 0), 0);
    Pass first = admission.pass();
    Pass other = admission.pass();
    assertThat(admit(first, A, 0)).isEqualTo(Verdict.ADMITTED);
    assertThat(admit(admission, A, 0)).isEqualTo(Verdict.TOO_MANY_OF_SOURCE);
    assertThat(admit(other, B, 0)).isEqualTo(Verdict.ADMITTED);
    first.release();
    other.release();
    assertThat(admission.countedSources()).isZero();
    assertThat(admission.connections()).isZero();
  }

  @Test
  void rateAllowsASecondsWorthAtOnceAndThenEvenly() {
    Admission admission =
        new Admission(AccessSettings.EVERYWHERE, new LimitSettings(0, 0, 10, 0, 0), 0);
    for (int i = 0; i < 10; i++) {
      assertThat(admit(admission, A, 0)).isEqualTo(Verdict.ADMITTED);
    }
    assertThat(admit(admission, A, 0)).isEqualTo(Verdict.TOO_FAST);
    assertThat(admit(admission, A, SECOND / 10 - 1)).isEqualTo(Verdict.TOO_FAST);
    assertThat(admit(admission, A, SECOND / 10)).isEqualTo(Verdict.ADMITTED);
    assertThat(admit(admission, A, SECOND / 10)).isEqualTo(Verdict.TOO_FAST);
  }

  @Test
  void rateDoesNotSaveUpMoreThanASecond() {
    Admission admission =
        new Admission(AccessSettings.EVERYWHERE, new LimitSettings(0, 0, 3, 0, 0), 0);
    int admitted = 0;
    for (int i = 0; i < 100; i++) {
      admitted += admit(admission, A, 3600 * SECOND) == Verdict.ADMITTED ? 1 : 0;
    }
    assertThat(admitted).isEqualTo(3);
  }

  @Test
  void rateHoldsOverTheEndOfTheClock() {
    long start = Long.MAX_VALUE - SECOND / 2;
    Admission admission =
        new Admission(AccessSettings.EVERYWHERE, new LimitSettings(0, 0, 1, 0, 0), start);
    assertThat(admit(admission, A, start)).isEqualTo(Verdict.ADMITTED);
    assertThat(admit(admission, A, start + SECOND - 1)).isEqualTo(Verdict.TOO_FAST);
    assertThat(admit(admission, A, start + SECOND)).isEqualTo(Verdict.ADMITTED);
  }

  @Test
  void noWindowOfASecondHoldsMoreThanTwiceTheRate() {
    long seed = System.nanoTime();
    System.out.println("AdmissionTest seed " + seed);
    Random random = new Random(seed);
    int rate = 1 + random.nextInt(50);
    Admission admission =
        new Admission(AccessSettings.EVERYWHERE, new LimitSettings(0, 0, rate, 0, 0), 0);
    Deque<Long> window = new ArrayDeque<>();
    long now = 0;
    for (int i = 0; i < 20_000; i++) {
      now += random.nextInt((int) (SECOND / rate));
      if (admit(admission, A, now) == Verdict.ADMITTED) {
        window.add(now);
      }
      while (!window.isEmpty() && now - window.peek() >= SECOND) {
        window.poll();
      }
      assertThat(window.size()).isLessThanOrEqualTo(2 * rate);
    }
  }

  @Test
  void manyThreadsNeverExceedALimitAndLeaveNothing() throws Exception {
    Admission admission =
        new Admission(AccessSettings.EVERYWHERE, new LimitSettings(8, 3, 0, 0, 0), 0);
    AtomicInteger ofSource = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      all.add(
          threads.submit(
              () -> {
                for (int turn = 0; turn < 20_000; turn++) {
                  Pass pass = admission.pass();
                  if (admit(pass, A, 0) == Verdict.ADMITTED) {
                    assertThat(ofSource.incrementAndGet()).isLessThanOrEqualTo(3);
                    ofSource.decrementAndGet();
                  }
                  pass.release();
                }
              }));
    }
    for (Future<?> one : all) {
      one.get();
    }
    threads.shutdown();
    assertThat(admission.connections()).isZero();
    assertThat(admission.countedSources()).isZero();
  }

  @Test
  void negativeLimitIsRefusedByName() {
    assertThatThrownBy(() -> new LimitSettings(0, -1, 0, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("per-source = -1: a limit is 0 or more; 0 is no limit");
  }
}
