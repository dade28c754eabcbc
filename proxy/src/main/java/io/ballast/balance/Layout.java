package io.ballast.balance;

import io.ballast.cluster.NodeState;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.ZoneState;
import io.ballast.ring.Ring;
import java.util.Arrays;
import java.util.List;

/**
 * A snapshot with the numbers of the table in place of names, so that a pass over the rows looks up
 * nothing. Arrays are indexed by the number of a node or zone; immutable once made.
 */
final class Layout {
  private static final int NONE = SessionTable.NONE;

  private final Snapshot snapshot;

  /** The nodes; null for one that is gone. */
  final NodeState[] node;

  /** Weight above 0 and healthy. */
  final boolean[] eligible;

  /** There, with weight 0, or gone: to be emptied. */
  final boolean[] drained;

  /** The number of the node's zone, NONE if it is gone. */
  final int[] zoneOfNode;

  final int[] points;

  /** The zone that a set of a zone belongs to: itself, or default if it is gone. */
  final int[] home;

  /** The zones; null for one that is gone. */
  final ZoneState[] zone;

  /** The numbers of a zone's nodes by their index on its ring. */
  final int[][] members;

  /** The zones in which a set of a zone is placed, in order. */
  final int[][] chain;

  Layout(Snapshot snapshot, SessionTable table) {
    this.snapshot = snapshot;
    Roster nodes = table.nodes();
    Roster zones = table.zones();
    snapshot.nodes().forEach(state -> nodes.number(state.name()));
    snapshot.zones().forEach(state -> zones.number(state.name()));
    node = new NodeState[nodes.size()];
    eligible = new boolean[nodes.size()];
    drained = new boolean[nodes.size()];
    zoneOfNode = new int[nodes.size()];
    points = new int[nodes.size()];
    for (int n = 0; n < node.length; n++) {
      NodeState state = nodes.name(n) == null ? null : snapshot.node(nodes.name(n)).orElse(null);
      node[n] = state;
      eligible[n] = state != null && state.eligible();
      drained[n] = state == null || state.node().weight() == 0;
      zoneOfNode[n] = state == null ? NONE : zones.number(state.node().zone());
      points[n] =
          state == null ? 0 : state.node().weight() * snapshot.ringSettings().pointsPerWeight();
    }
    zone = new ZoneState[zones.size()];
    home = new int[zones.size()];
    members = new int[zones.size()][];
    chain = new int[zones.size()][];
    for (int z = 0; z < zone.length; z++) {
      ZoneState there = zones.name(z) == null ? null : snapshot.zone(zones.name(z)).orElse(null);
      ZoneState effective = there == null ? snapshot.defaultZone() : there;
      zone[z] = there;
      home[z] = zones.number(effective.name());
      members[z] = members(effective, nodes);
      chain[z] = chain(snapshot.chain(effective), zones);
    }
  }

  private static int[] members(ZoneState zone, Roster nodes) {
    int[] members = new int[zone.size()];
    for (int i = 0; i < members.length; i++) {
      members[i] = nodes.number(zone.member(i).name());
    }
    return members;
  }

  private static int[] chain(List<ZoneState> chain, Roster zones) {
    return chain.stream().mapToInt(link -> zones.number(link.name())).toArray();
  }

  /** What this is the layout of. */
  Snapshot snapshot() {
    return snapshot;
  }

  /** The number of the node that owns a hash by the ring of a zone, or NONE. */
  int owner(int zoneNumber, int hash) {
    int index = zone[home[zoneNumber]].ring().owner(hash);
    return index == Ring.NONE ? NONE : members[zoneNumber][index];
  }

  /** Whether the ring of a zone is not what it was in another layout. */
  boolean ringDiffers(Layout before, int zoneNumber) {
    return zoneNumber >= before.zone.length
        || zone[home[zoneNumber]].ring() != before.zone[before.home[zoneNumber]].ring()
        || !Arrays.equals(members[zoneNumber], before.members[zoneNumber]);
  }

  /** Whether a zone has a node of weight above 0 that is down. */
  boolean partlyDown(int zoneNumber) {
    ZoneState state = zone[home[zoneNumber]];
    return state.healthyWeight() < state.weight();
  }

  /** Whether a node is there, of weight above 0, and not healthy. */
  boolean down(int n) {
    return !drained[n] && !eligible[n];
  }
}
