package io.ballast.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.ballast.cluster.Origin;
import io.ballast.cluster.SetId;
import io.ballast.fixture.NoEnds;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The live sessions, against a plain set of them. */
class LiveSessionsTest {
  private static final int SETS = 20;

  private final LiveSessions live = new LiveSessions();

  static Session session(long id, String set) {
    Origin origin =
        new Origin("sets", new InetSocketAddress(InetAddress.getLoopbackAddress(), 5000));
    return new Session(id, "c", origin, SetId.of(set), true, "default", 0, new NoEnds());
  }

  /** Adds and removes sessions of a few sets at random, and keeps those that are live. */
  private final class Churn {
    private final Random random;
    private final long firstId;
    private final List<Session> sessions = new ArrayList<>();
    private int added;

    Churn(long seed, long firstId) {
      this.random = new Random(seed);
      this.firstId = firstId;
    }

    void step() {
      if (sessions.isEmpty() || random.nextInt(100) < 52) {
        Session session = session(firstId + added++, "set" + random.nextInt(SETS));
        live.add(session);
        sessions.add(session);
      } else {
        Session session = sessions.remove(random.nextInt(sessions.size()));
        assertThat(live.remove(session)).isTrue();
        assertThat(live.remove(session)).isFalse();
      }
    }
  }

  private Set<Session> ofSet(String set) {
    Set<Session> seen = new HashSet<>();
    live.forEachOf(
        SetId.of(set), session -> assertThat(seen.add(session)).as("seen once").isTrue());
    return seen;
  }

  private void sessionsAre(List<Session> expected, String as) {
    Set<Session> seen = new HashSet<>();
    live.forEach(session -> assertThat(seen.add(session)).as(as).isTrue());
    assertThat(seen).as(as).isEqualTo(new HashSet<>(expected));
    assertThat(live.size()).as(as).isEqualTo(expected.size());
    for (int i = 0; i < SETS; i++) {
      SetId set = SetId.of("set" + i);
      Set<Session> ofSet = new HashSet<>(expected);
      ofSet.removeIf(session -> !session.set().equals(set));
      assertThat(ofSet("set" + i)).as(as).isEqualTo(ofSet);
    }
  }

  @Test
  void sessionsAreThoseAddedAndNotRemoved() {
    long seed = System.nanoTime();
    Churn churn = new Churn(seed, 0);
    for (int i = 0; i < 3000; i++) {
      churn.step();
      if (i % 50 == 0) {
        sessionsAre(churn.sessions, "seed " + seed + ", step " + i);
      }
    }
    churn.sessions.forEach(session -> assertThat(live.get(session.id())).containsSame(session));
  }

  @Test
  void eachIsCountedOnceUnderChurnOfSeveralThreads() throws Exception {
    long seed = System.nanoTime();
    List<Churn> churns = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    AtomicInteger wrong = new AtomicInteger();
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Churn churn = new Churn(seed + t, t * 1_000_000L);
        churns.add(churn);
        ends.add(threads.submit(() -> churnAndWalk(churn, wrong)));
      }
      for (Future<?> end : ends) {
        end.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdown();
    }
    assertThat(wrong).as("sessions found under another set, seed %d", seed).hasValue(0);
    List<Session> all = new ArrayList<>();
    churns.forEach(churn -> all.addAll(churn.sessions));
    sessionsAre(all, "seed " + seed);
    all.forEach(session -> assertThat(live.remove(session)).isTrue());
    sessionsAre(List.of(), "seed " + seed);
  }

  private void churnAndWalk(Churn churn, AtomicInteger wrong) {
    for (int i = 0; i < 10_000; i++) {
      churn.step();
      if (i % 10 == 0) {
        SetId set = SetId.of("set" + i % SETS);
        live.forEachOf(set, session -> wrong.addAndGet(session.set().equals(set) ? 0 : 1));
      }
    }
  }

  @Test
  void staleEndOfAnOldConnectionNeverRemovesTheNewOne() {
    Session old = session(1, "phone");
    live.add(old);
    assertThat(live.remove(old)).isTrue();
    Session renewed = session(1, "phone");
    live.add(renewed);
    assertThat(live.remove(old)).isFalse();
    assertThat(live.get(1)).containsSame(renewed);
    assertThat(ofSet("phone")).containsExactly(renewed);
  }

  @Test
  void sessionIsAddedOnce() {
    Session session = session(1, "phone");
    live.add(session);
    assertThatIllegalStateException().isThrownBy(() -> live.add(session));
    assertThat(ofSet("phone")).containsExactly(session);
  }

  @Test
  void setWithoutSessionsHasNone() {
    assertThat(ofSet("none")).isEmpty();
    assertThat(live.get(7)).isEmpty();
    assertThat(live.all()).isEmpty();
  }
}
