package io.ballast.placement;

import io.ballast.cluster.Affinity;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Health;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.Zone;
import io.ballast.ring.RingSettings;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A cluster whose sessions a test places, counting them as the relay does. */
final class PlacedCluster {
  final LiveCounts counts = new LiveCounts();
  final Overrides overrides = new Overrides();
  private final Placement placement;
  private Snapshot snapshot;

  PlacedCluster(PlacementSettings settings, List<Zone> zones, Node... nodes) {
    this.placement = new Placement(settings, counts, overrides);
    this.snapshot =
        Snapshot.of(
            new ClusterSettings(
                "c", zones, List.of(nodes), Affinity.NONE, Map.of(), 100, RingSettings.DEFAULT));
  }

  /** Bound off, so that lists are those of the rings alone. */
  static PlacedCluster unbound(List<Zone> zones, Node... nodes) {
    return new PlacedCluster(new PlacementSettings(false, 4, BandSettings.DEFAULT), zones, nodes);
  }

  static PlacedCluster bound(List<Zone> zones, Node... nodes) {
    return new PlacedCluster(PlacementSettings.DEFAULT, zones, nodes);
  }

  static Node node(String name, String zone, int weight, int maxSessions) {
    return new Node(name, HostPort.parse("10.0.0.1:6801"), zone, weight, maxSessions);
  }

  static Node node(String name, String zone, int weight) {
    return node(name, zone, weight, 0);
  }

  static SetId set(int number) {
    return SetId.of("key" + number);
  }

  Snapshot snapshot() {
    return snapshot;
  }

  void change(Change change) {
    try {
      snapshot = snapshot.with(change);
    } catch (ChangeRefused e) {
      throw new AssertionError(e);
    }
  }

  void down(String... nodes) {
    for (String node : nodes) {
      snapshot = snapshot.withHealth(node, Health.DOWN);
    }
  }

  CandidateWalk walk(SetId set, String zone) {
    return placement.walk(snapshot, set, zone, 0);
  }

  List<Candidate> list(SetId set, String zone) {
    return placement.list(snapshot, set, zone, 0);
  }

  List<String> names(SetId set, String zone) {
    return list(set, zone).stream().map(candidate -> candidate.node().name()).toList();
  }

  List<Reason> reasons(SetId set, String zone) {
    return list(set, zone).stream().map(Candidate::reason).toList();
  }

  /** Opens a session of the set on the first node that takes it; null if none does. */
  Candidate open(SetId set, String zone) {
    for (Candidate candidate : list(set, zone)) {
      Node node = candidate.node().node();
      if (counts.open(node.name(), zone, node.maxSessions())) {
        return candidate;
      }
    }
    return null;
  }

  /** Opens a session of each of the sets key0, key1, …; how many each node got. */
  Map<String, Integer> openAll(int sets, String zone) {
    Map<String, Integer> opened = new TreeMap<>();
    for (int i = 0; i < sets; i++) {
      Candidate candidate = open(set(i), zone);
      if (candidate != null) {
        opened.merge(candidate.node().name(), 1, Integer::sum);
      }
    }
    return opened;
  }
}
