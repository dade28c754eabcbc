package io.ballast.store;

import io.ballast.cluster.Node;
import io.ballast.cluster.NodeState;
import io.ballast.cluster.Pin;
import io.ballast.cluster.Ramp;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.Zone;
import java.util.List;
import java.util.Map;

/** All of a snapshot that outlives a restart, as values that can be compared. */
record Content(
    List<Node> nodes,
    List<Zone> zones,
    Map<SetId, String> affinities,
    Map<SetId, Pin> pins,
    Map<String, Ramp> ramps,
    Map<String, Long> deadlines,
    boolean rebalance) {
  static Content of(Snapshot snapshot) {
    return new Content(
        snapshot.nodes().stream().map(NodeState::node).toList(),
        snapshot.zones().stream().map(state -> state.zone()).toList(),
        snapshot.affinity().sets().toMap(),
        snapshot.pins().toMap(),
        Map.copyOf(snapshot.ramps()),
        Map.copyOf(snapshot.deadlines()),
        snapshot.rebalance());
  }
}
