package io.ballast.balance;

import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.Zone;
import io.ballast.placement.Reason;
import io.ballast.session.Session;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;

/** Clusters to simulate, and how a figure of several seeds is taken. */
final class Scenarios {
  static final long[] SEEDS = {11, 23, 47};

  private Scenarios() {}

  static Node node(String name, int weight) {
    return new Node(name, HostPort.parse("127.0.0.1:7000"), Zone.DEFAULT, weight);
  }

  /** Nodes n0, n1, … of these weights. */
  static Snapshot nodes(int... weights) {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < weights.length; i++) {
      nodes.add(node("n" + i, weights[i]));
    }
    return Snapshot.of(ClusterSettings.of("c", nodes));
  }

  /** Ten nodes of weight 100. */
  static Snapshot tenNodes() {
    int[] weights = new int[10];
    Arrays.fill(weights, 100);
    return nodes(weights);
  }

  /** Loaded with that many sets, and run until they may be moved; nothing is logged by then. */
  static Simulation loaded(Snapshot start, SimulationSettings settings, int sets, long seed) {
    Simulation simulation = new Simulation(start, settings, seed);
    simulation.load(sets);
    simulation.run(90);
    simulation.log.reset();
    return simulation;
  }

  /** The sessions that OWNER has to move: the difference of the two rings over what is live. */
  static int difference(Simulation simulation, Snapshot after) {
    int differing = 0;
    for (Session session : simulation.sessions()) {
      var ring = after.zoneOrDefault(session.zone()).ring();
      String owner = ring.name(ring.owner(session.set().ringHash()));
      if (session.reason() == Reason.OWNER && !owner.equals(session.node())) {
        differing++;
      }
    }
    return differing;
  }

  /** Runs once a seed, prints each figure, and returns the medians. */
  static double[] median(String what, LongFunction<double[]> run) {
    List<double[]> figures = new ArrayList<>();
    for (long seed : SEEDS) {
      long began = System.nanoTime();
      double[] figure = run.apply(seed);
      System.out.printf(
          "%s: seed %d: %s (%d ms)%n",
          what, seed, Arrays.toString(figure), (System.nanoTime() - began) / 1_000_000);
      figures.add(figure);
    }
    double[] median = new double[figures.get(0).length];
    for (int i = 0; i < median.length; i++) {
      int index = i;
      double[] sorted = figures.stream().mapToDouble(figure -> figure[index]).sorted().toArray();
      median[i] = sorted[sorted.length / 2];
    }
    return median;
  }
}
