package io.ballast.store;

import io.ballast.cluster.Affinity;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.Pin;
import io.ballast.cluster.Ramp;
import io.ballast.cluster.SetId;
import io.ballast.cluster.SetTable;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.Zone;
import io.ballast.ring.RingSettings;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Small clusters, and what a merge makes of them. */
final class Merging {
  static final SetId LOBBY = SetId.of("lobby");
  static final Zone ASIA = new Zone("asia");
  static final Zone EMEA = new Zone("emea");
  static final RingSettings RING = new RingSettings(1, 1000);

  static Node node(String name, String zone, int weight) {
    return new Node(name, HostPort.parse("10.0.0.1:1"), zone, weight);
  }

  static ClusterSettings cluster(
      List<Zone> zones, List<Node> nodes, Map<SetId, String> sets, Map<SetId, Pin> pins) {
    return new ClusterSettings(
        "c", zones, nodes, new Affinity(List.of(), SetTable.of(sets)), pins, 100, RING);
  }

  static ClusterSettings cluster(List<Zone> zones, List<Node> nodes) {
    return cluster(zones, nodes, Map.of(), Map.of());
  }

  static ClusterSettings nodes(Node... nodes) {
    return cluster(List.of(ASIA), List.of(nodes));
  }

  static ClusterSettings zones(Zone... zones) {
    return cluster(List.of(zones), List.of());
  }

  static ClusterSettings affinity(String zone) {
    return cluster(List.of(ASIA, EMEA), List.of(), Map.of(LOBBY, zone), Map.of());
  }

  /** The configuration {@code edited} merged with what the changes made of {@code configured}. */
  static Merged merged(ClusterSettings configured, ClusterSettings edited, Change... changes) {
    Snapshot now = Snapshot.of(configured);
    try {
      for (Change change : changes) {
        now = now.with(change);
      }
    } catch (ChangeRefused e) {
      throw new AssertionError(e);
    }
    return Merge.of(edited, KeptValues.between(configured, now));
  }

  static int weight(Merged merged, String node) {
    return merged.start().node(node).orElseThrow().node().weight();
  }

  static String zone(Merged merged, String node) {
    return merged.start().node(node).orElseThrow().node().zone();
  }

  static String backup(Merged merged, String zone) {
    return merged.start().zone(zone).orElseThrow().zone().backup();
  }

  static Change ramp(int from, int to, int steps) {
    return new Change.StartRamp(new Ramp("a", from, to, steps, 0, 1000, OptionalLong.of(77)));
  }

  private Merging() {}
}
