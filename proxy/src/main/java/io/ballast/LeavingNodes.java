package io.ballast;

import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.Cluster;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Node;
import io.ballast.cluster.NodeState;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.SnapshotEditor;
import io.ballast.placement.LiveCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes that the configuration has no more: they are drained, and each is removed when its last
 * session has ended. An operator who gives one a weight keeps it, as if he had added it. Owned by
 * the control thread, but for {@link #baseline()}, which any thread may call.
 */
final class LeavingNodes {
  private static final Logger log = LoggerFactory.getLogger(LeavingNodes.class);
  private static final Duration POLL = Duration.ofMillis(100);

  private final Cluster cluster;
  private final LiveCounts counts;
  private final ControlThread control;
  private final Map<String, Node> leaving = new TreeMap<>();
  private final Set<String> finishing = new HashSet<>();
  private ClusterSettings configured;
  private volatile ClusterSettings baseline;
  // An edit of the configuration has been made and is not followed yet.
  private boolean editing;
  private boolean polling;

  LeavingNodes(
      ClusterSettings configured, Cluster cluster, LiveCounts counts, ControlThread control) {
    this.configured = configured;
    this.baseline = configured;
    this.cluster = cluster;
    this.counts = counts;
    this.control = control;
  }

  /** What values of run time are compared with: as configured, and the nodes that are leaving. */
  ClusterSettings baseline() {
    return baseline;
  }

  /** An edit is about to be made, and {@link #follow} or {@link #takenBack} comes after it. */
  void editing() {
    editing = true;
  }

  /** The edit was not made after all. */
  void takenBack() {
    editing = false;
  }

  /** The edit is in place. */
  void follow(ClusterSettings nowConfigured, List<Node> nowLeaving) {
    editing = false;
    configured = nowConfigured;
    leaving.clear();
    nowLeaving.forEach(node -> leaving.put(node.name(), node));
    baseline = without(Optional.empty());
    if (!polling) {
      poll();
    }
  }

  /** Watches no longer: the cluster is removed. */
  void stop() {
    leaving.clear();
  }

  private ClusterSettings without(Optional<String> gone) {
    List<Node> nodes = new ArrayList<>(configured.nodes());
    leaving.values().stream()
        .filter(node -> !gone.equals(Optional.of(node.name())))
        .forEach(nodes::add);
    return configured.withNodes(nodes);
  }

  private void poll() {
    polling = !leaving.isEmpty();
    if (polling) {
      leaving.keySet().stream().filter(this::isOver).toList().forEach(this::finish);
      control.after(POLL, this::poll);
    }
  }

  private boolean isOver(String node) {
    boolean drained =
        cluster.snapshot().node(node).filter(state -> state.node().weight() == 0).isPresent();
    return !editing && !finishing.contains(node) && (!drained || counts.live(node) == 0);
  }

  private void finish(String name) {
    finishing.add(name);
    cluster
        .submit(current -> finished(current, name))
        .whenComplete(
            (applied, failure) -> {
              finishing.remove(name);
              if (failure == null && leaving.remove(name) != null) {
                baseline = without(Optional.empty());
                boolean stays = applied.after().node(name).isPresent();
                log.info(
                    "node {}/{}: {}",
                    configured.name(),
                    name,
                    stays ? "kept: it was given a weight" : "removed");
              }
            });
  }

  /** The node is no more, or is no longer compared with the configuration: both in one write. */
  private Change finished(Snapshot current, String name) throws ChangeRefused {
    Optional<NodeState> node = current.node(name);
    boolean drained = node.filter(state -> state.node().weight() == 0).isPresent();
    if (editing || (drained && counts.live(name) > 0)) {
      throw new ChangeRefused(ChangeRefused.Kind.CONFLICT, "node " + name + " stays for now");
    }
    SnapshotEditor draft = current.edit();
    if (drained) {
      draft.apply(new Change.RemoveNode(name));
    }
    return new Change.Reconfigure(without(Optional.of(name)), draft.build());
  }
}
