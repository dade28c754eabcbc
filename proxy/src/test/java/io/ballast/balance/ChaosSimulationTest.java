package io.ballast.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Affinity;
import io.ballast.cluster.Change;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Node;
import io.ballast.cluster.Precondition;
import io.ballast.cluster.Ramp;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.Zone;
import io.ballast.ring.RingSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An hour of everything at random: weights, ramps, crashes that reset and that hang, affinities,
 * pins, orders, sets with several sessions, sessions that linger. What always holds of a move is
 * asserted at each move, the counts every minute; after a quiet hour all is where it belongs.
 */
class ChaosSimulationTest {
  private static final int SETS = 2000;

  private static Snapshot start() {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      nodes.add(Scenarios.node("n" + i, 100).withZone(i < 4 ? Zone.DEFAULT : "east"));
    }
    return Snapshot.of(
        new ClusterSettings(
            "c",
            List.of(new Zone("east")),
            nodes,
            Affinity.NONE,
            Map.of(),
            100,
            RingSettings.DEFAULT));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whateverHappensInvariantsHoldAndAllComesToRest(long seed) {
    System.out.println("chaos: seed " + seed);
    SimulationSettings settings = SimulationSettings.live(SETS).lingering(0.05).siblings(0.2);
    Simulation simulation = new Simulation(start(), settings, seed);
    simulation.load(SETS);
    SplittableRandom random = new SplittableRandom(seed);
    for (double ran = 0; ran < 3600; ) {
      double pause = random.nextDouble() * 60;
      simulation.run(pause);
      ran += pause;
      act(simulation, random);
    }
    simulation.run(600);
    for (int i = 0; i < 6; i++) {
      simulation.change(new Change.SetWeight("n" + i, 100));
    }
    simulation.change(new Change.Rebalance(true));
    List<SetId> pinned = new ArrayList<>(simulation.snapshot().pins().toMap().keySet());
    pinned.forEach(set -> simulation.change(new Change.UnpinSet(set)));
    simulation.run(3600);

    comesToRest(simulation);
  }

  private static void comesToRest(Simulation simulation) {
    simulation.check();
    assertThat(simulation.log.all).isPositive();
    assertThat(simulation.balancer.underWay()).isLessThanOrEqualTo(5);
    for (NodeStatus node : simulation.balancer.status()) {
      assertThat(node.have())
          .as("own of %s", node.node())
          .isBetween(node.low() - 5, node.high() + 5);
      assertThat(node.due()).as("due on %s", node.node()).isLessThanOrEqualTo(5);
    }
    simulation.run(60);
    long away =
        simulation.sessions().stream()
            .filter(
                s ->
                    !simulation
                        .snapshot()
                        .node(s.node())
                        .orElseThrow()
                        .node()
                        .zone()
                        .equals(s.zone()))
            .count();
    assertThat(away).as("sessions outside of their zone").isZero();
  }

  private static void act(Simulation simulation, SplittableRandom random) {
    String node = "n" + random.nextInt(6);
    int weight = simulation.snapshot().node(node).orElseThrow().node().weight();
    SetId set = simulation.anySet();
    switch (random.nextInt(10)) {
      case 0, 1 -> simulation.change(new Change.SetWeight(node, random.nextInt(200)));
      case 2 -> simulation.change(new Change.SetWeight(node, 0));
      case 3 -> simulation.crash(node, random.nextBoolean(), 5 + random.nextInt(300));
      case 4 -> simulation.setZone(set, random.nextBoolean() ? "east" : Zone.DEFAULT);
      case 5 -> simulation.change(new Change.PinSet(set, Optional.of(node)));
      case 6 -> simulation.change(new Change.UnpinSet(set));
      case 7 -> simulation.balancer.move(set, Optional.of(node));
      case 8 -> simulation.change(new Change.Rebalance(random.nextInt(3) > 0));
      default -> {
        if (weight != 150 && !simulation.snapshot().ramps().containsKey(node)) {
          Ramp ramp =
              new Ramp(
                  node,
                  weight,
                  150,
                  Math.min(3, Math.abs(150 - weight)),
                  0,
                  20_000,
                  OptionalLong.empty());
          simulation.cluster.submit(new Change.StartRamp(ramp), Precondition.NONE);
        }
      }
    }
  }
}
