package io.ballast;

import io.ballast.cluster.Change;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Node;
import io.ballast.cluster.NodeState;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.SnapshotEditor;
import io.ballast.cluster.Zone;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What an edited configuration makes of a running cluster.
 *
 * @param was how the cluster was configured
 * @param before the cluster without the edit
 * @param policy how it is configured now
 * @param after the cluster with it; a node that the configuration has no more is still there, with
 *     weight 0, until its last session has ended
 * @param leaving those nodes
 * @param warnings a line for each value of run time that gives way to the configuration
 */
public record ClusterEdit(
    ClusterPolicy was,
    Snapshot before,
    ClusterPolicy policy,
    Snapshot after,
    List<Node> leaving,
    List<String> warnings) {
  /** Copies the lists. */
  public ClusterEdit {
    leaving = List.copyOf(leaving);
    warnings = List.copyOf(warnings);
  }

  /**
   * Works the edit out. Pure.
   *
   * @param baseline what the values of run time are compared with so far
   * @throws io.ballast.ring.TooManyPointsException if the configured weights need more points than
   *     a ring may have
   */
  static ClusterEdit of(
      ClusterPolicy was,
      ClusterSettings baseline,
      Snapshot now,
      ClusterPolicy policy,
      Reconciliation reconciliation) {
    Reconciliation.Reconciled reconciled =
        reconciliation.reconcile(baseline, now, policy.cluster());
    List<Node> leaving = leaving(now, reconciled.start(), policy.cluster());
    SnapshotEditor draft = reconciled.start().edit();
    leaving.forEach(draft::keep);
    return new ClusterEdit(was, now, policy, draft.build(), leaving, reconciled.warnings());
  }

  private static List<Node> leaving(Snapshot now, Snapshot next, ClusterSettings configured) {
    Set<String> zones = new HashSet<>(Set.of(Zone.DEFAULT));
    configured.zones().forEach(zone -> zones.add(zone.name()));
    List<Node> leaving = new ArrayList<>();
    for (NodeState state : now.nodes()) {
      if (next.node(state.name()).isEmpty()) {
        Node node = state.node().withWeight(0);
        leaving.add(zones.contains(node.zone()) ? node : node.withZone(Zone.DEFAULT));
      }
    }
    return leaving;
  }

  /** What values of run time are compared with from now on. */
  ClusterSettings baseline() {
    List<Node> nodes = new ArrayList<>(policy.cluster().nodes());
    nodes.addAll(leaving);
    return policy.cluster().withNodes(nodes);
  }

  /** The change that makes it so. */
  public Change.Reconfigure change() {
    return new Change.Reconfigure(baseline(), after);
  }
}
