package io.ballast.command;

import io.ballast.RunningCluster;
import io.ballast.cluster.Applied;
import io.ballast.cluster.Change;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.NodeState;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.Zone;
import io.ballast.placement.LiveCounts;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** The commands about nodes: what they are, what they carry, and changes of them. */
final class NodeCommands {
  private static final String HEADER =
      "# name address zone weight health sessions guests max-sessions";
  private static final String WEIGHT_RULE =
      "a weight is a whole number of 0 or more; 0 moves every session off the node";

  private final ClusterCommands clusters;

  NodeCommands(ClusterCommands clusters) {
    this.clusters = clusters;
  }

  List<Command> commands() {
    return List.of(
        clusters.showing("NODES", "", "every node with its address, health and load", this::nodes),
        clusters.showing("WEIGHTS", "", "every node's weight", this::weights),
        clusters.showing("LOAD", "", "every node's live sessions", this::load),
        clusters.changing(
            "ADD_NODE",
            "name host:port [weight] [zone]",
            "adds a node; without a weight it has the cluster's default-weight, 100 unless configured",
            this::addNode),
        Command.of(
            Usage.of(
                "REMOVE_NODE",
                "name [FORCE]",
                "removes a node without sessions; FORCE closes them gently first",
                Trait.NEEDS_CLUSTER,
                Trait.CHANGES),
            this::removeNode),
        clusters.changing(
            "SETWEIGHT",
            "name weight [OVER duration [STEPS n]]",
            "changes a node's weight, at once or in steps; 0 moves every session off it",
            this::setWeight),
        clusters.changing(
            "MOVE_NODE", "name zone", "takes a node to another zone", this::moveNode));
  }

  private Reply nodes(RunningCluster cluster, Arguments arguments) {
    arguments.end();
    LiveCounts counts = cluster.counts();
    Stream<String> rows = cluster.snapshot().nodes().stream().map(node -> row(node, counts));
    return Reply.of(Stream.concat(Stream.of(HEADER), rows).iterator());
  }

  private static String row(NodeState state, LiveCounts counts) {
    Node node = state.node();
    int live = counts.live(node.name());
    int own = counts.of(node.name(), node.zone());
    int guests = Math.max(0, live + counts.expected(node.name()) - own);
    return Row.of(
        node.name(),
        node.address(),
        node.zone(),
        node.weight(),
        state.health().word(),
        live,
        guests,
        node.maxSessions() == 0 ? Row.NOTHING : node.maxSessions());
  }

  private Reply weights(RunningCluster cluster, Arguments arguments) {
    return perNode(cluster, arguments, state -> state.node().weight());
  }

  private Reply load(RunningCluster cluster, Arguments arguments) {
    return perNode(cluster, arguments, state -> cluster.counts().live(state.name()));
  }

  private static Reply perNode(
      RunningCluster cluster, Arguments arguments, ToIntFunction<NodeState> value) {
    arguments.end();
    return Reply.of(
        cluster.snapshot().nodes().stream()
            .map(state -> Row.labelled(state.name(), value.applyAsInt(state)))
            .iterator());
  }

  private Change addNode(RunningCluster cluster, Arguments arguments) {
    Snapshot now = cluster.snapshot();
    String name = arguments.text("name");
    HostPort address = arguments.read("host:port", word -> HostPort.parse(word.text()));
    int weight = arguments.hasNext() ? weight(arguments) : now.defaultWeight();
    String zone = arguments.hasNext() ? arguments.text("zone") : Zone.DEFAULT;
    return new Change.AddNode(arguments.checked(name, it -> new Node(it, address, zone, weight)));
  }

  private CompletionStage<Reply> removeNode(Request request) {
    RunningCluster cluster = clusters.cluster(request);
    Arguments arguments = request.arguments();
    String name = arguments.text("name");
    boolean force = arguments.accept("FORCE");
    arguments.end();
    Change.RemoveNode removal = new Change.RemoveNode(name);
    return force
        ? Changes.answer(request, removal, removeGently(cluster, name))
        : Changes.make(request, cluster, removal);
  }

  /** Tells of the node as it was before its removal began, which makes its weight 0 first. */
  private static CompletionStage<Applied> removeGently(RunningCluster cluster, String name) {
    Snapshot before = cluster.snapshot();
    return cluster
        .removeNode(name)
        .thenApply(applied -> new Applied(before, applied.after(), applied.changed()));
  }

  private Change setWeight(RunningCluster cluster, Arguments arguments) {
    String name = arguments.text("name");
    int weight = weight(arguments);
    return arguments.accept("OVER")
        ? Ramps.to(cluster, name, weight, Ramps.shape(arguments), OptionalLong.empty())
        : new Change.SetWeight(name, weight);
  }

  private Change moveNode(RunningCluster cluster, Arguments arguments) {
    String name = arguments.text("name");
    return new Change.MoveNode(name, arguments.text("zone"));
  }

  private static int weight(Arguments arguments) {
    return arguments.integer("weight", 0, Integer.MAX_VALUE, WEIGHT_RULE);
  }
}
