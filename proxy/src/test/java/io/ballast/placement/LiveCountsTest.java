package io.ballast.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The counts of live sessions, against a list of them. */
class LiveCountsTest {
  private static final List<String> NODES = List.of("a", "b", "c");
  private static final List<String> ZONES = List.of("default", "x", "y");

  private final LiveCounts counts = new LiveCounts();

  /** A session that is live on the node, or expected there. */
  private record Counted(String node, String zone, boolean live) {}

  /** Opens, closes, rezones and expects sessions at random, and keeps a list of those that are. */
  private final class Churn {
    private final Random random;
    private final List<Counted> sessions = new ArrayList<>();

    Churn(long seed) {
      random = new Random(seed);
    }

    private String any(List<String> names) {
      return names.get(random.nextInt(names.size()));
    }

    void step() {
      boolean adds = sessions.isEmpty() || random.nextInt(100) < 55;
      if (adds) {
        add(new Counted(any(NODES), any(ZONES), random.nextInt(4) > 0));
      } else {
        Counted old = sessions.remove(random.nextInt(sessions.size()));
        if (old.live() && random.nextInt(3) == 0) {
          String zone = any(ZONES);
          counts.rezone(old.node(), old.zone(), zone);
          sessions.add(new Counted(old.node(), zone, true));
        } else {
          take(old);
        }
      }
    }

    private void add(Counted session) {
      if (!session.live()) {
        counts.expect(session.node(), session.zone(), 1);
        sessions.add(session);
      } else if (counts.open(session.node(), session.zone(), random.nextInt(3) * 40)) {
        sessions.add(session);
      }
    }

    private void take(Counted session) {
      if (session.live()) {
        counts.close(session.node(), session.zone());
      } else {
        counts.expect(session.node(), session.zone(), -1);
      }
    }

    void end() {
      sessions.forEach(this::take);
      sessions.clear();
    }
  }

  private void countsAre(List<Counted> sessions, String as) {
    assertThat(counts.all()).as(as).isEqualTo(sessions.stream().filter(Counted::live).count());
    for (String node : NODES) {
      assertThat((long) counts.live(node))
          .as(as)
          .isEqualTo(sessions.stream().filter(s -> s.node().equals(node) && s.live()).count());
      assertThat((long) counts.expected(node))
          .as(as)
          .isEqualTo(sessions.stream().filter(s -> s.node().equals(node) && !s.live()).count());
      for (String zone : ZONES) {
        assertThat((long) counts.of(node, zone))
            .as(as)
            .isEqualTo(
                sessions.stream()
                    .filter(s -> s.node().equals(node) && s.zone().equals(zone))
                    .count());
      }
    }
    for (String zone : ZONES) {
      assertThat((long) counts.ofZone(zone))
          .as(as)
          .isEqualTo(sessions.stream().filter(s -> s.zone().equals(zone)).count());
    }
  }

  @Test
  void countsAreThoseOfTheSessionsThatAre() {
    long seed = System.nanoTime();
    Churn churn = new Churn(seed);
    for (int i = 0; i < 2000; i++) {
      churn.step();
      if (i % 20 == 0) {
        countsAre(churn.sessions, "seed " + seed + ", step " + i);
      }
    }
    churn.end();
    countsAre(List.of(), "seed " + seed);
  }

  @Test
  void countsAreExactAfterChurnOfSeveralThreadsAndZeroInTheEnd() throws Exception {
    long seed = System.nanoTime();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Churn> churns = new ArrayList<>();
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Churn churn = new Churn(seed + t);
        churns.add(churn);
        ends.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 50_000; i++) {
                    churn.step();
                  }
                }));
      }
      for (Future<?> end : ends) {
        end.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdown();
    }
    List<Counted> all = new ArrayList<>();
    churns.forEach(churn -> all.addAll(churn.sessions));
    countsAre(all, "seed " + seed);
    churns.forEach(Churn::end);
    countsAre(List.of(), "seed " + seed);
  }

  @Test
  void sessionOverTheLimitIsNotCounted() {
    assertThat(counts.open("a", "x", 1)).isTrue();
    assertThat(counts.open("a", "x", 1)).isFalse();
    assertThat(counts.live("a")).isEqualTo(1);
    assertThat(counts.ofZone("x")).isEqualTo(1);
    assertThat(counts.open("a", "x", 0)).isTrue();
    assertThat(counts.open("a", "x", 1)).isFalse();
    counts.close("a", "x");
    counts.close("a", "x");
    assertThat(counts.open("a", "x", 1)).isTrue();
  }

  @Test
  void namesNeverHeardOfCountZero() {
    assertThat(counts.live("none")).isZero();
    assertThat(counts.expected("none")).isZero();
    assertThat(counts.of("none", "x")).isZero();
    assertThat(counts.ofZone("none")).isZero();
  }
}
