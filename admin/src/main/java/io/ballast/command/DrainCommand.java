package io.ballast.command;

import io.ballast.RunningCluster;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.Precondition;
import io.ballast.cluster.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * {@code DRAIN}: takes a node's weight to 0, at once or step by step, unless it is the last one.
 */
final class DrainCommand implements Command {
  private static final Duration LONGEST_DEADLINE = Duration.ofDays(30);

  private final ClusterCommands clusters;

  DrainCommand(ClusterCommands clusters) {
    this.clusters = clusters;
  }

  @Override
  public Usage usage() {
    return Usage.of(
        "DRAIN",
        "name [OVER duration [STEPS n]] [DEADLINE duration] [FORCE]",
        "empties a node: its weight goes to 0 and its sessions to other nodes; at the deadline those"
            + " that are left are told of",
        Trait.NEEDS_CLUSTER,
        Trait.CHANGES);
  }

  /** What was asked for. */
  private static final class Order {
    private String node;
    private Optional<Ramps.Shape> ramp = Optional.empty();
    private OptionalLong deadlineMillis = OptionalLong.empty();
    private boolean force;
  }

  @Override
  public CompletionStage<Reply> run(Request request) {
    RunningCluster cluster = clusters.cluster(request);
    Order order = order(request.arguments());
    Change change = change(cluster, order);
    Precondition notTheLast = order.force ? Precondition.NONE : now -> check(now, order.node);
    return Changes.answer(request, change, cluster.submit(change, notTheLast));
  }

  /** The change that a command makes, refused for a plan as for the drain itself. */
  static Change change(RunningCluster cluster, Arguments arguments) {
    Order order = order(arguments);
    if (!order.force) {
      try {
        check(cluster.snapshot(), order.node);
      } catch (ChangeRefused refusal) {
        throw new CommandException(Code.REFUSED, refusal.getMessage());
      }
    }
    return change(cluster, order);
  }

  private static Change change(RunningCluster cluster, Order order) {
    return order
        .ramp
        .map(shape -> Ramps.to(cluster, order.node, 0, shape, order.deadlineMillis))
        .orElseGet(() -> new Change.Drain(order.node, order.deadlineMillis));
  }

  private static Order order(Arguments arguments) {
    Order order = new Order();
    order.node = arguments.text("name");
    while (arguments.hasNext()) {
      option(order, arguments);
    }
    return order;
  }

  /** Takes an option; they may come in any order, each once. */
  private static void option(Order order, Arguments arguments) {
    if (order.ramp.isEmpty() && arguments.accept("OVER")) {
      order.ramp = Optional.of(Ramps.shape(arguments));
    } else if (order.deadlineMillis.isEmpty() && arguments.accept("DEADLINE")) {
      Duration deadline = arguments.duration("deadline", LONGEST_DEADLINE);
      order.deadlineMillis = OptionalLong.of(System.currentTimeMillis() + deadline.toMillis());
    } else if (!order.force && arguments.accept("FORCE")) {
      order.force = true;
    } else {
      arguments.end();
    }
  }

  private static void check(Snapshot now, String node) throws ChangeRefused {
    List<String> emptied = now.zonesEmptiedBy(node);
    if (!emptied.isEmpty()) {
      throw new ChangeRefused(
          ChangeRefused.Kind.REFUSED,
          "node "
              + Quoting.word(node)
              + " is the last one of a weight above 0 for the sets of zone "
              + emptied.stream().map(Quoting::word).collect(Collectors.joining(", "))
              + "; add another node first, or say FORCE");
    }
  }
}
