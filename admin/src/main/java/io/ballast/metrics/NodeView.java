package io.ballast.metrics;

import io.ballast.RunningCluster;
import io.ballast.balance.NodeStatus;
import io.ballast.balance.Pause;
import io.ballast.balance.Stuck;
import io.ballast.cluster.Health;
import io.ballast.cluster.NodeState;
import io.prometheus.metrics.model.snapshots.Labels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A node as it is now, with what balancing found out about it in its last tick.
 *
 * @param cluster the name of its cluster
 * @param state the node
 * @param live its live sessions
 * @param status as of the last tick; all zero for a node that no tick has seen yet
 */
record NodeView(String cluster, NodeState state, int live, NodeStatus status) {
  /**
   * A node, and one of the reasons that there are for something.
   *
   * @param count what is counted for the reason
   */
  private record ForReason(NodeView node, String reason, double count) {
    Labels labels() {
      return node.labels().add(Instruments.REASON, reason);
    }
  }

  /** The nodes of a cluster. */
  static List<NodeView> of(RunningCluster cluster) {
    Map<String, NodeStatus> known =
        cluster.status().stream().collect(Collectors.toMap(NodeStatus::node, Function.identity()));
    List<NodeView> nodes = new ArrayList<>();
    for (NodeState state : cluster.snapshot().nodes()) {
      NodeStatus status = known.getOrDefault(state.name(), unseen(state));
      nodes.add(new NodeView(cluster.name(), state, cluster.counts().live(state.name()), status));
    }
    return nodes;
  }

  private static NodeStatus unseen(NodeState state) {
    return new NodeStatus(
        state.name(),
        state.node().zone(),
        state.node().weight(),
        state.health(),
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        Map.of(),
        Duration.ZERO,
        List.of(),
        0,
        false);
  }

  private Labels labels() {
    return Labels.of(
        Instruments.CLUSTER, cluster, Instruments.NODE, state.name(), "zone", state.node().zone());
  }

  private Stream<ForReason> stuck() {
    return Stream.of(Stuck.values())
        .map(why -> new ForReason(this, why.word(), status.stuck().getOrDefault(why, 0)));
  }

  private Stream<ForReason> paused() {
    List<Pause.Why> now = status.paused().stream().map(Pause::why).toList();
    return Arrays.stream(Pause.Why.values())
        .map(why -> new ForReason(this, why.word(), now.contains(why) ? 1 : 0));
  }

  /** What is read of each node. */
  static Readings<NodeView> readings(Supplier<List<NodeView>> nodes) {
    return new Readings<>(nodes, NodeView::labels)
        .with("ballast_node_weight", "The node's weight.", it -> it.state.node().weight())
        .with(
            "ballast_node_up",
            "1 if the node is up, 0 if it is down.",
            it -> it.state.health() == Health.UP ? 1 : 0)
        .with(
            "ballast_node_sessions", "Live sessions on the node, guests included.", NodeView::live)
        .with(
            "ballast_node_guest_sessions",
            "Live sessions on the node whose set is of another zone.",
            it -> it.status.guests())
        .with(
            "ballast_node_target_sessions",
            "How many sessions of its zone's sets the node should have.",
            it -> it.status.want())
        .with(
            "ballast_node_have_sessions",
            "How many of its zone's sets it has, those on the way to it included.",
            it -> it.status.have())
        .with(
            "ballast_node_band_low_sessions",
            "The fewest sessions that are within the node's band; 0 if it may not take any.",
            it -> it.status.low())
        .with(
            "ballast_node_band_high_sessions",
            "The most sessions that are within the node's band; 0 if it may not take any.",
            it -> it.status.high())
        .with(
            "ballast_node_arriving_sessions",
            "Sessions on the way to the node.",
            it -> it.status.arriving())
        .with(
            "ballast_node_leaving_sessions",
            "Sessions about to leave the node.",
            it -> it.status.leaving())
        .with(
            "ballast_node_due_sessions",
            "Sessions on the node that should be on another and are not moving yet.",
            it -> it.status.due())
        .with(
            "ballast_node_eta_seconds",
            "How long it takes until no session is due, at the present rates; 0 if none is.",
            it -> it.status.eta().toMillis() / 1000.0);
  }

  /** Why sessions that are due do not move, for each node. */
  static Readings<?> stuckReadings(Supplier<List<NodeView>> nodes) {
    return new Readings<>(
            () -> nodes.get().stream().flatMap(NodeView::stuck).toList(), ForReason::labels)
        .with(
            "ballast_node_stuck_sessions",
            "Sessions that are due to leave the node and do not move at present, by reason.",
            ForReason::count);
  }

  /** What keeps moves back, for each node. */
  static Readings<?> pauseReadings(Supplier<List<NodeView>> nodes) {
    return new Readings<>(
            () -> nodes.get().stream().flatMap(NodeView::paused).toList(), ForReason::labels)
        .with(
            "ballast_node_paused",
            "1 if moves from or to the node are kept back for that reason, else 0.",
            ForReason::count);
  }
}
