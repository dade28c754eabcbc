package io.ballast.command;

import io.ballast.RunningCluster;
import io.ballast.cluster.Change;
import io.ballast.cluster.NodeState;
import io.ballast.cluster.Ramp;
import java.time.Duration;
import java.util.OptionalLong;

/** Reads {@code OVER duration [STEPS n]} and makes a ramp of it. */
final class Ramps {
  private static final Duration LONGEST = Duration.ofDays(7);
  private static final int MOST_STEPS = 1_000_000;

  private Ramps() {}

  /** How a ramp is to go: over a time, in at most that many steps. */
  record Shape(Duration over, int steps) {}

  /** The words after {@code OVER}. */
  static Shape shape(Arguments arguments) {
    Duration over = arguments.duration("duration", LONGEST);
    if (over.isZero()) {
      throw arguments.error("duration = 0: a ramp takes a time; leave OVER out to change at once");
    }
    int steps = Ramp.DEFAULT_STEPS;
    if (arguments.accept("STEPS")) {
      steps = arguments.integer("n", 1, MOST_STEPS, "steps are 1 to " + MOST_STEPS);
    }
    return new Shape(over, steps);
  }

  /** The change that takes a node's weight to another in steps; at once if it is there already. */
  static Change to(
      RunningCluster cluster, String node, int weight, Shape shape, OptionalLong deadlineMillis) {
    int from = cluster.snapshot().node(node).map(Ramps::weight).orElse(weight);
    long distance = Math.abs((long) weight - from);
    if (distance == 0 && cluster.snapshot().ramps().containsKey(node)) {
      throw new CommandException(
          Code.CONFLICT,
          "node "
              + Quoting.word(node)
              + " has a ramp already; CANCEL it first, or SETWEIGHT without OVER ends it");
    }
    if (distance == 0) {
      return weight == 0
          ? new Change.Drain(node, deadlineMillis)
          : new Change.SetWeight(node, weight);
    }
    int steps = (int) Math.min(shape.steps(), distance);
    long spacing = Math.max(1, shape.over().toMillis() / steps);
    return new Change.StartRamp(new Ramp(node, from, weight, steps, 0, spacing, deadlineMillis));
  }

  private static int weight(NodeState state) {
    return state.node().weight();
  }
}
