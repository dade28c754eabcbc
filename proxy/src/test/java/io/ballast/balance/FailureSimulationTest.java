package io.ballast.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ballast.cluster.Change;
import io.ballast.cluster.Snapshot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that crash, by resets or by hanging, and come back. */
class FailureSimulationTest {
  /** Returns the best part of its share within 3 min of the return, and of its target. */
  private static double[] crash(Snapshot start, int sets, boolean hangs, int down, long seed) {
    Simulation simulation = Scenarios.loaded(start, SimulationSettings.live(sets), sets, seed);
    simulation.crash("n0", hangs, down);
    simulation.run(down + 4);
    double most = 0;
    double part = 0;
    for (int second = 0; second < 180; second++) {
      simulation.run(1);
      int own = simulation.counts.of("n0", "default");
      double target = simulation.counts.ofZone("default") / (double) start.nodes().size();
      most = Math.max(most, own / target);
      part = own / target;
    }
    return new double[] {part, most, simulation.log.pingPongs, simulation.log.all};
  }

  @ParameterizedTest
  @CsvSource({"false, 60", "false, 300", "true, 60", "true, 300"})
  void crashedNodeHasMostOfItsShareThreeMinutesAfterItsReturn(boolean hangs, int down) {
    double[] median =
        Scenarios.median(
            "crash, hangs " + hangs + ", down " + down + ": part, most, ping-pong, moves",
            seed -> crash(Scenarios.tenNodes(), 10_000, hangs, down, seed));

    assertThat(median[0]).isGreaterThanOrEqualTo(0.85);
    assertThat(median[1]).isLessThanOrEqualTo(1);
    assertThat(median[2]).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void crashedNodeOfTwoHasMostOfItsShareThreeMinutesAfterItsReturn(boolean hangs) {
    double[] median =
        Scenarios.median(
            "crash of two, hangs " + hangs + ": part, most, ping-pong, moves",
            seed -> crash(Scenarios.nodes(100, 100), 100, hangs, 60, seed));

    assertThat(median[0]).isGreaterThanOrEqualTo(0.85);
    assertThat(median[1]).isLessThanOrEqualTo(1);
    assertThat(median[2]).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void flappingNodeComesToRest(boolean hangs) {
    double[] median =
        Scenarios.median(
            "flapping, hangs " + hangs + ": voluntary, ping-pong",
            seed -> {
              Simulation simulation =
                  Scenarios.loaded(
                      Scenarios.tenNodes(), SimulationSettings.live(10_000), 10_000, seed);
              for (int i = 0; i < 10; i++) {
                simulation.crash("n0", hangs, 60);
                simulation.run(240);
              }
              return new double[] {
                simulation.log.voluntary, simulation.log.pingPongs, simulation.log.all
              };
            });

    assertThat(median[0]).isLessThan(1000);
    assertThat(median[1]).isZero();
  }

  @Test
  void jitteringWeightOfOneNodeDoesNotDelayTheRecoveryOfAnother() {
    double[] median =
        Scenarios.median(
            "jitter: part with, part without",
            seed -> {
              Simulation simulation =
                  Scenarios.loaded(
                      Scenarios.tenNodes(), SimulationSettings.live(10_000), 10_000, seed);
              jitter(simulation, 60);
              simulation.crash("n0", false, 60);
              jitter(simulation, 64);
              jitter(simulation, 180);
              double part =
                  simulation.counts.of("n0", "default")
                      * simulation.snapshot().defaultZone().healthyWeight()
                      / (100.0 * simulation.counts.ofZone("default"));
              double[] without = crash(Scenarios.tenNodes(), 10_000, false, 60, seed);
              return new double[] {part, without[0]};
            });

    assertThat(median[0]).isGreaterThanOrEqualTo(0.85).isCloseTo(median[1], within(0.03));
  }

  private static void jitter(Simulation simulation, int seconds) {
    for (int second = 0; second < seconds; second += 10) {
      simulation.change(new Change.SetWeight("n5", second % 20 == 0 ? 110 : 90));
      simulation.run(10);
    }
  }
}
