package io.ballast;

import io.ballast.cluster.Applied;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.Cluster;
import io.ballast.cluster.Precondition;
import io.ballast.cluster.Snapshot;
import io.ballast.placement.LiveCounts;
import io.ballast.session.CloseReason;
import io.ballast.session.LiveSessions;
import io.ballast.session.Session;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Removes nodes from a cluster once no session is on them, unless they get a weight meanwhile. Its
 * waiting runs on the control thread.
 */
final class NodeRemoval {
  private static final Duration POLL = Duration.ofMillis(20);

  /** Longer than the gentle end of a session takes: two waits of 5 s. */
  private static final Duration PATIENCE = Duration.ofSeconds(12);

  private final Cluster cluster;
  private final LiveCounts counts;
  private final LiveSessions sessions;
  private final ControlThread control;

  NodeRemoval(Cluster cluster, LiveCounts counts, LiveSessions sessions, ControlThread control) {
    this.cluster = cluster;
    this.counts = counts;
    this.sessions = sessions;
    this.control = control;
  }

  /** Asks for a change; one that removes a node is refused while sessions are on it. */
  CompletionStage<Applied> submit(Change change, Precondition precondition) {
    if (change instanceof Change.RemoveNode remove) {
      return cluster.submit(
          change,
          current -> {
            precondition.check(current);
            requireEmpty(remove.name());
          });
    }
    return cluster.submit(change, precondition);
  }

  private void requireEmpty(String node) throws ChangeRefused {
    int live = counts.live(node);
    if (live > 0) {
      throw new ChangeRefused(
          ChangeRefused.Kind.REFUSED,
          "node "
              + node
              + " has "
              + live
              + " live sessions; SETWEIGHT "
              + node
              + " 0 keeps new ones off it, FORCE closes them gently");
    }
  }

  CompletionStage<Applied> start(String node) {
    return cluster
        .submit(new Change.SetWeight(node, 0), Precondition.NONE)
        .thenCompose(
            applied -> {
              forEachOn(node, session -> session.ends().closeGently(CloseReason.NODE_REMOVED));
              CompletableFuture<Applied> removed = new CompletableFuture<>();
              await(node, System.nanoTime(), removed);
              return removed;
            });
  }

  private void await(String node, long startNanos, CompletableFuture<Applied> removed) {
    try {
      requireDrained(cluster.snapshot(), node);
    } catch (ChangeRefused overtaken) {
      removed.completeExceptionally(overtaken);
      return;
    }
    if (counts.live(node) == 0) {
      cluster
          .submit(
              new Change.RemoveNode(node),
              current -> {
                requireDrained(current, node);
                requireEmpty(node);
              })
          .whenComplete(
              (applied, failure) -> {
                if (failure == null) {
                  removed.complete(applied);
                } else {
                  removed.completeExceptionally(failure);
                }
              });
      return;
    }
    if (System.nanoTime() - startNanos > PATIENCE.toNanos()) {
      forEachOn(node, session -> session.ends().abort(CloseReason.NODE_REMOVED));
    }
    control.after(POLL, () -> await(node, startNanos, removed));
  }

  /** Whoever gives the node a weight while its sessions end wants to keep it. */
  private static void requireDrained(Snapshot current, String node) throws ChangeRefused {
    int weight = current.node(node).map(state -> state.node().weight()).orElse(0);
    if (weight > 0) {
      throw new ChangeRefused(
          ChangeRefused.Kind.CONFLICT,
          "node "
              + node
              + " was given weight "
              + weight
              + " while its sessions ended, so it stays; REMOVE_NODE "
              + node
              + " FORCE begins anew");
    }
  }

  private void forEachOn(String node, Consumer<Session> action) {
    sessions.forEach(
        session -> {
          if (node.equals(session.node())) {
            action.accept(session);
          }
        });
  }
}
