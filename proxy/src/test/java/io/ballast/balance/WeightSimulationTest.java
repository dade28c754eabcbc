package io.ballast.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Ramp;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.placement.Band;
import io.ballast.placement.BandSettings;
import io.ballast.placement.PlacementSettings;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A changed weight moves the sessions of the points gained or given up, at once, and no other. */
class WeightSimulationTest {
  private static final PaceSettings PACE = PaceSettings.DEFAULT;

  private static Snapshot after(Simulation simulation, String node, int weight) {
    try {
      return simulation.snapshot().with(new Change.SetWeight(node, weight));
    } catch (ChangeRefused e) {
      throw new AssertionError(e);
    }
  }

  private static boolean inBand(Simulation simulation) {
    Snapshot snapshot = simulation.snapshot();
    int all = simulation.counts.ofZone("default");
    return snapshot.nodes().stream()
        .allMatch(
            state -> {
              double target =
                  (double) all * state.node().weight() / snapshot.defaultZone().healthyWeight();
              Band band = Band.of(BandSettings.DEFAULT, target, state.node().weight() * 128);
              int own = simulation.counts.of(state.name(), "default");
              return own <= band.upperEdge() && own >= band.lowerEdge();
            });
  }

  /** Returns the difference of the rings, the moves, the time to be in band, and that allowed. */
  private static double[] change(Simulation simulation, int weight, int receivers) {
    int difference = Scenarios.difference(simulation, after(simulation, "n0", weight));
    simulation.log.reset();
    simulation.change(new Change.SetWeight("n0", weight));
    double allowed =
        difference / Math.min(PACE.ratePerSecond(), (double) PACE.nodeRatePerSecond() * receivers)
            + 5;
    double took = simulation.runUntil(120, WeightSimulationTest::inBand);
    simulation.run(120);
    return new double[] {difference, simulation.log.all, took, allowed};
  }

  @Test
  void halvedWeightMovesTheDifferenceOfTheRingsAndSoDoesItsReturn() {
    double[] median =
        Scenarios.median(
            "100 -> 50 and back: difference, moves, s, allowed",
            seed -> {
              Simulation simulation =
                  Scenarios.loaded(
                      Scenarios.tenNodes(), SimulationSettings.live(10_000), 10_000, seed);
              double[] down = change(simulation, 50, 9);
              simulation.run(2400 - 240);
              double[] up = change(simulation, 100, 1);
              return new double[] {down[0], down[1], down[2], down[3], up[0], up[1], up[2], up[3]};
            });

    assertThat(median[1]).isCloseTo(median[0], within(0.01 * median[0]));
    assertThat(median[2]).isLessThanOrEqualTo(median[3]);
    assertThat(median[5]).isCloseTo(median[4], within(0.01 * median[4]));
    assertThat(median[6]).isLessThanOrEqualTo(median[7]);
  }

  @Test
  void smallChangeIsCarriedOutToo() {
    double[] median =
        Scenarios.median(
            "100 -> 90: difference, moves",
            seed ->
                change(
                    Scenarios.loaded(
                        Scenarios.tenNodes(), SimulationSettings.live(10_000), 10_000, seed),
                    90,
                    9));

    assertThat(median[1]).isPositive().isCloseTo(median[0], within(1.0));
  }

  @Test
  void drainedNodeIsEmptyInItsSessionsDividedByTheRatePlusThreeSeconds() {
    double[] median =
        Scenarios.median(
            "100 -> 0: s over sessions / rate",
            seed -> {
              Simulation simulation =
                  Scenarios.loaded(
                      Scenarios.tenNodes(), SimulationSettings.live(10_000), 10_000, seed);
              int sessions = simulation.live("n0");
              simulation.change(new Change.SetWeight("n0", 0));
              double took = simulation.runUntil(120, s -> s.live("n0") == 0);
              assertThat(simulation.log.voluntary).as("no other node's sessions").isZero();
              return new double[] {took - sessions / 100.0};
            });

    assertThat(median[0]).isLessThanOrEqualTo(3);
  }

  @Test
  void publishedRingIsDrainedByThePublishedSessions() {
    PlacementSettings unbound = new PlacementSettings(false, 4, BandSettings.DEFAULT);
    Snapshot start =
        Snapshot.of(
            ClusterSettings.of(
                "c",
                List.of(
                    Scenarios.node("large", 4),
                    Scenarios.node("medium", 2),
                    Scenarios.node("small", 1))));
    Simulation simulation =
        new Simulation(
            start,
            SimulationSettings.live(7000, Lifetimes.FOR_EVER).with(unbound).neverBack(0),
            Scenarios.SEEDS[0]);
    for (int i = 0; i < 7000; i++) {
      simulation.connect(SetId.of("key" + i));
    }
    simulation.run(120);
    assertThat(simulation.log.all).isZero();
    int[] published = {548, 654, 918, 1774};
    for (int weight = 3; weight >= 0; weight--) {
      int before = simulation.live("large");
      simulation.log.reset();
      simulation.change(new Change.SetWeight("large", weight));
      simulation.run(180);

      assertThat(simulation.log.all).as("to %d", weight).isEqualTo(published[3 - weight]);
      assertThat(before - simulation.live("large")).isEqualTo(published[3 - weight]);
    }
  }

  @Test
  void flippedWeightIsHeld() {
    double[] median =
        Scenarios.median(
            "flips: voluntary, ping-pong", seed -> flips(Scenarios.tenNodes(), 10_000, seed));

    assertThat(median[0]).isLessThan(600);
    assertThat(median[1]).isZero();
  }

  @Test
  void flippedWeightOfTwoNodesThrowsNothingToAndFro() {
    double[] median =
        Scenarios.median(
            "two nodes, flips: voluntary, ping-pong",
            seed -> flips(Scenarios.nodes(100, 100), 100, seed));

    assertThat(median[1]).isZero();
  }

  private static double[] flips(Snapshot start, int sets, long seed) {
    Simulation simulation = Scenarios.loaded(start, SimulationSettings.live(sets), sets, seed);
    for (int flip = 0; flip < 30; flip++) {
      simulation.change(new Change.SetWeight("n0", flip % 2 == 0 ? 50 : 100));
      simulation.run(120);
    }
    return new double[] {simulation.log.voluntary, simulation.log.pingPongs};
  }

  @Test
  void newNodeIsWarmedInStepByStep() {
    double[] median =
        Scenarios.median(
            "ramp: differences of all steps, moves, worst behind", WeightSimulationTest::warmIn);

    assertThat(median[1]).isCloseTo(median[0], within(0.01 * median[0]));
    assertThat(median[2]).isLessThanOrEqualTo(0.02);
  }

  private static double[] warmIn(long seed) {
    Snapshot start = Scenarios.nodes(100, 100, 100, 100, 100, 100, 100, 100, 100, 0);
    Simulation simulation = Scenarios.loaded(start, SimulationSettings.live(10_000), 10_000, seed);
    double[] differences = new double[1];
    simulation.cluster.observe(
        (before, after, changes) -> differences[0] += Scenarios.difference(simulation, after));
    simulation.change(
        new Change.StartRamp(new Ramp("n9", 0, 100, 10, 0, 60_000, OptionalLong.empty())));
    double behind = 0;
    for (int step = 0; step < 10; step++) {
      simulation.run(58.5);
      double left = Scenarios.difference(simulation, simulation.snapshot());
      behind = Math.max(behind, left / simulation.live("n9"));
      simulation.run(1.5);
    }
    simulation.run(120);
    assertThat(simulation.snapshot().ramps()).isEmpty();
    assertThat(simulation.log.of(Rule.OWNER)).isEqualTo(simulation.log.all);
    return new double[] {differences[0], simulation.log.all, behind};
  }
}
