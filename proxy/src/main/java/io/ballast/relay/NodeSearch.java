package io.ballast.relay;

import io.ballast.cluster.NodeState;
import io.ballast.cluster.Snapshot;
import io.ballast.placement.Candidate;
import io.ballast.placement.CandidateWalk;
import io.ballast.placement.LiveCounts;
import io.ballast.session.CloseReason;
import java.util.Optional;

/**
 * A session's walk down its load-balancing list: which node is tried now, and why no other was
 * found in the end. The node that is tried counts the session. Belongs to the session's event loop.
 */
final class NodeSearch {
  private final LiveCounts counts;
  private CandidateWalk walk;
  private Snapshot placedWith;
  private Candidate current;
  private boolean nodeFailed;
  private boolean localFailed;

  NodeSearch(LiveCounts counts) {
    this.counts = counts;
  }

  /** Starts at the head of a list that was made from a snapshot. */
  void start(CandidateWalk list, Snapshot snapshot) {
    walk = list;
    placedWith = snapshot;
  }

  /**
   * Goes on to the next node that has room for a session of the zone.
   *
   * @return false if there is none
   */
  boolean advance(String zone) {
    for (Candidate candidate = walk.next(); candidate != null; candidate = walk.next()) {
      NodeState node = candidate.node();
      if (counts.open(node.name(), zone, node.node().maxSessions())) {
        current = candidate;
        return true;
      }
    }
    return false;
  }

  /** The node that is tried; null between two. */
  Candidate current() {
    return current;
  }

  /** The node that is tried did not work out; it no longer counts the session. */
  void giveUp(String zone) {
    if (current != null) {
      counts.close(current.node().name(), zone);
      current = null;
    }
  }

  /** Remembers how an attempt ended. */
  void attempted(ConnectOutcome outcome) {
    nodeFailed |= outcome.nodeFailed();
    localFailed |= !outcome.nodeFailed() && outcome != ConnectOutcome.CONNECTED;
  }

  /** Whether the list was made from that snapshot, which the cluster still has. */
  boolean isOf(Snapshot now) {
    return now.version() == placedWith.version();
  }

  /** Whether the node may still take the session, by a snapshot that is perhaps newer. */
  boolean holds(Snapshot now) {
    Optional<NodeState> node = now.node(current.node().name());
    return node.isPresent()
        && node.get().node().weight() > 0
        && node.get().node().address().equals(current.node().node().address());
  }

  /** Why the list came to its end. */
  CloseReason exhausted() {
    if (nodeFailed) {
      return CloseReason.CONNECT_FAILED;
    }
    return localFailed ? CloseReason.NO_LOCAL_RESOURCES : CloseReason.NO_NODE;
  }
}
