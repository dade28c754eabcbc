package io.ballast.balance;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import io.ballast.cluster.Affinity;
import io.ballast.cluster.AffinityRule;
import io.ballast.cluster.Change;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.SetId;
import io.ballast.cluster.SetTable;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.Zone;
import io.ballast.placement.Band;
import io.ballast.placement.BandSettings;
import io.ballast.ring.RingSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Zones that are down and come back, affinities that are edited, and pinned sessions. */
class ZoneSimulationTest {
  private static Node node(String name, String zone) {
    return new Node(name, HostPort.parse("127.0.0.1:7000"), zone, 100);
  }

  private static AffinityRule rule(String pattern, String zone) {
    return new AffinityRule(
        Optional.empty(), Optional.of(Pattern.compile(pattern)), Optional.empty(), zone);
  }

  /** Zones small, middle and default, with sets of their own in the proportion 1 : 10 : 90. */
  private static Snapshot zones() {
    List<Node> nodes = new ArrayList<>(List.of(node("s0", "small"), node("s1", "small")));
    for (int i = 0; i < 3; i++) {
      nodes.add(node("m" + i, "middle"));
    }
    for (int i = 0; i < 5; i++) {
      nodes.add(node("d" + i, Zone.DEFAULT));
    }
    Affinity affinity =
        new Affinity(List.of(rule("s-.*", "small"), rule("m-.*", "middle")), SetTable.empty());
    return Snapshot.of(
        new ClusterSettings(
            "c",
            List.of(new Zone("small"), new Zone("middle")),
            nodes,
            affinity,
            Map.of(),
            100,
            RingSettings.DEFAULT));
  }

  private static SimulationSettings settings(Lifetimes lifetimes) {
    String[] prefixes = new String[101];
    Arrays.fill(prefixes, "d-");
    Arrays.fill(prefixes, 0, 10, "m-");
    prefixes[100] = "s-";
    return SimulationSettings.live(10_100, lifetimes)
        .prefixes(List.of(prefixes))
        .neverBack(lifetimes == Lifetimes.FOR_EVER ? 0 : 0.01);
  }

  private static long away(Simulation simulation) {
    return simulation.sessions().stream()
        .filter(s -> s.zone().equals("middle") && !s.node().startsWith("m"))
        .count();
  }

  /** The middle zone is down; m0 is back first, the others 5 min later. */
  private static double[] outage(Lifetimes lifetimes, long seed) {
    Simulation simulation = Scenarios.loaded(zones(), settings(lifetimes), 10_100, seed);
    simulation.crash("m0", false, 120);
    simulation.crash("m1", false, 420);
    simulation.crash("m2", false, 420);
    simulation.run(124);
    double cap = Double.MAX_VALUE;
    double most = 0;
    for (int second = 0; second < 295; second++) {
      simulation.run(1);
      double share = simulation.counts.ofZone("middle") / 3.0;
      cap = Math.min(cap, Band.of(BandSettings.DEFAULT, share, 12_800).upperLeave());
      most = Math.max(most, simulation.counts.of("m0", "middle"));
    }
    double moved = simulation.log.of(Rule.ZONE);
    simulation.run(5);
    double home = simulation.runUntil(300, s -> away(s) == 0);
    return new double[] {lifetimes == Lifetimes.FOR_EVER ? most : moved, cap, home};
  }

  @ParameterizedTest
  @EnumSource(names = {"EXPONENTIAL", "FOR_EVER"})
  void zoneThatComesBackNodeByNodeIsNotHeapedOnTheFirst(Lifetimes lifetimes) {
    double[] median =
        Scenarios.median(
            "zone back, " + lifetimes + ": most on the first, cap, s until all are home",
            seed -> outage(lifetimes, seed));

    assertThat(median[0]).isPositive().isLessThanOrEqualTo(median[1]);
    assertThat(median[2]).isLessThanOrEqualTo(120);
  }

  @Test
  void pinnedSessionsCountAndTheRestIsDividedByWeight() {
    double[] median =
        Scenarios.median(
            "1,500 pinned: s until the others are in the band of the rest",
            ZoneSimulationTest::pinned);

    assertThat(median[0]).isLessThanOrEqualTo(60);
  }

  /**
   * 8,500 sets are spread when 1,500 of n0 turn out to be pinned: n0 then has to give up others.
   */
  private static double[] pinned(long seed) {
    Simulation simulation =
        Scenarios.loaded(Scenarios.tenNodes(), SimulationSettings.live(8500), 8500, seed);
    Snapshot start = simulation.snapshot();
    for (int i = 0, pinned = 0; pinned < 1500; i++) {
      SetId set = SetId.of("conference-" + i);
      int owner = start.defaultZone().ring().owner(set.ringHash());
      if (start.defaultZone().ring().name(owner).equals("n0")) {
        simulation.change(new Change.PinSet(set, Optional.of("n0")));
        simulation.connect(set);
        pinned++;
      }
    }
    double took = simulation.runUntil(300, ZoneSimulationTest::restInBand);
    assertThat(
            simulation.sessions().stream()
                .filter(s -> s.set().text().startsWith("conference"))
                .allMatch(s -> s.node().equals("n0")))
        .isTrue();
    return new double[] {took, simulation.live("n0"), simulation.log.all};
  }

  private static boolean restInBand(Simulation simulation) {
    double pinned =
        simulation.sessions().stream().filter(s -> s.set().text().startsWith("conference")).count();
    double rest = (simulation.counts.ofZone("default") - pinned) / 9.0;
    Band band = Band.of(BandSettings.DEFAULT, rest, 12_800);
    return simulation.live("n0") <= Band.of(BandSettings.DEFAULT, pinned, 12_800).upperEdge()
        && simulation.snapshot().nodes().stream()
            .filter(node -> !node.name().equals("n0"))
            .mapToInt(node -> simulation.live(node.name()))
            .allMatch(count -> count >= band.lowerEdge() && count <= band.upperEdge());
  }

  @Test
  void setsWhoseZoneIsEditedMoveAtOnce() {
    Simulation simulation =
        Scenarios.loaded(zones(), settings(Lifetimes.FOR_EVER), 10_100, Scenarios.SEEDS[0]);
    List<SetId> edited =
        simulation.sessions().stream()
            .filter(s -> s.zone().equals(Zone.DEFAULT))
            .limit(200)
            .map(s -> s.set())
            .toList();
    edited.forEach(set -> simulation.setZone(set, "middle"));
    simulation.run(10);

    assertThat(simulation.log.of(Rule.ZONE)).isEqualTo(200).isEqualTo(simulation.log.all);
    assertThat(away(simulation)).isZero();
  }
}
