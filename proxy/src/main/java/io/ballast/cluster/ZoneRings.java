package io.ballast.cluster;

import io.ballast.ring.Ring;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Makes the rings of a draft from those of the snapshot it started from. */
final class ZoneRings {
  private final SnapshotEditor draft;

  ZoneRings(SnapshotEditor draft) {
    this.draft = draft;
  }

  /** The zones by name, each with its ring and its nodes. */
  SortedMap<String, ZoneState> zoneStates() {
    Map<String, Map<String, NodeState>> members = new LinkedHashMap<>();
    draft.zones.keySet().forEach(zone -> members.put(zone, new LinkedHashMap<>()));
    draft
        .nodes
        .values()
        .forEach(state -> members.get(state.node().zone()).put(state.name(), state));
    SortedMap<String, ZoneState> states = new TreeMap<>(Names.BY_BYTES);
    draft.zones.forEach((name, zone) -> states.put(name, zoneState(zone, members.get(name))));
    return states;
  }

  private ZoneState zoneState(Zone zone, Map<String, NodeState> members) {
    ZoneState old = draft.before == null ? null : draft.before.zonesByName().get(zone.name());
    boolean adjustable = old != null && draft.ringSettings.equals(draft.before.ringSettings());
    Ring ring = adjustable ? adjusted(old.ring(), members) : built(members);
    NodeState[] byIndex = new NodeState[ring.size()];
    for (int i = 0; i < byIndex.length; i++) {
      byIndex[i] = members.get(ring.name(i));
    }
    return new ZoneState(zone, ring, byIndex);
  }

  private Ring built(Map<String, NodeState> members) {
    Map<String, Integer> weights = new LinkedHashMap<>();
    members.forEach((name, state) -> weights.put(name, state.node().weight()));
    return Ring.of(draft.ringSettings, weights);
  }

  /** Nodes that left go first, so a ring at its limit of points can take others in their place. */
  private static Ring adjusted(Ring old, Map<String, NodeState> members) {
    Ring ring = old;
    for (int i = 0; i < old.size(); i++) {
      NodeState state = members.get(old.name(i));
      if (state == null) {
        ring = ring.without(old.name(i));
      } else if (state.node().weight() < old.weight(i)) {
        ring = ring.withWeight(state.name(), state.node().weight());
      }
    }
    for (NodeState state : members.values()) {
      int index = ring.indexOf(state.name());
      if (index < 0 || ring.weight(index) != state.node().weight()) {
        ring = ring.withWeight(state.name(), state.node().weight());
      }
    }
    return ring;
  }

  /** Refuses a node with which its zone's ring would have too many nodes or points. */
  static void check(SnapshotEditor draft, Node node) throws ChangeRefused {
    long weight = node.weight();
    int others = 0;
    for (NodeState other : draft.nodes.values()) {
      if (other.node().zone().equals(node.zone()) && !other.name().equals(node.name())) {
        weight += other.node().weight();
        others++;
      }
    }
    if (others >= Ring.MAX_NODES) {
      throw ChangeRefused.refused(
          "zone " + node.zone() + " has " + others + " nodes, the most there can be; add a zone");
    }
    if (weight * draft.ringSettings.pointsPerWeight() > draft.ringSettings.maxPoints()) {
      throw ChangeRefused.refused(
          "weight "
              + node.weight()
              + " of node "
              + node.name()
              + " would bring zone "
              + node.zone()
              + " to weight "
              + weight
              + ", which is more than max-points = "
              + draft.ringSettings.maxPoints()
              + " at points-per-weight = "
              + draft.ringSettings.pointsPerWeight()
              + "; lower all weights in proportion (100,100 means what 1,1 means) or raise"
              + " max-points");
    }
  }
}
