package io.ballast.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Snapshot;
import org.junit.jupiter.api.Test;

/** With nothing changed, nothing is moved: chance alone does not leave a band. */
class SteadySimulationTest {
  private static final double TWO_HOURS = 7200;

  private static double moves(String what, Snapshot start, SimulationSettings settings, int sets) {
    return Scenarios.median(
        what,
        seed -> {
          Simulation simulation = new Simulation(start, settings, seed);
          simulation.load(sets);
          simulation.run(TWO_HOURS);
          return new double[] {simulation.log.all};
        })[0];
  }

  @Test
  void exponentialLifetimesMoveNothing() {
    SimulationSettings settings = SimulationSettings.live(10_000, Lifetimes.EXPONENTIAL);

    assertThat(moves("exponential", Scenarios.tenNodes(), settings, 10_000)).isLessThanOrEqualTo(5);
  }

  @Test
  void heavyTailedLifetimesMoveNothing() {
    SimulationSettings settings = SimulationSettings.live(10_000, Lifetimes.PARETO);

    assertThat(moves("pareto", Scenarios.tenNodes(), settings, 10_000)).isLessThanOrEqualTo(5);
  }

  @Test
  void fewSessionsMoveNothing() {
    assertThat(moves("1,000 live", Scenarios.tenNodes(), SimulationSettings.live(1000), 1000))
        .isLessThanOrEqualTo(5);
  }

  @Test
  void smallWeightsMoveNothing() {
    SimulationSettings settings = SimulationSettings.live(10_000);

    assertThat(moves("1,2,4", Scenarios.nodes(1, 2, 4), settings, 10_000)).isLessThanOrEqualTo(5);
    assertThat(
            moves(
                "ten of weight 1", Scenarios.nodes(1, 1, 1, 1, 1, 1, 1, 1, 1, 1), settings, 10_000))
        .isLessThanOrEqualTo(5);
  }

  @Test
  void twoNodesWithAHundredSessionsMoveNothing() {
    assertThat(moves("two nodes", Scenarios.nodes(100, 100), SimulationSettings.live(100), 100))
        .isLessThanOrEqualTo(0);
  }
}
