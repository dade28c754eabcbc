package io.ballast.cluster;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The port through which changes are made durable before they are applied. */
public interface ChangeLog {
  /** A log that keeps nothing: changes end with the process. */
  ChangeLog NONE = (changes, before, after) -> CompletableFuture.completedFuture(null);

  /**
   * The cluster to start with: as configured, with the changes that were kept applied again. Called
   * once a cluster, before anything runs; may block.
   */
  default Snapshot restore(ClusterSettings configured) {
    return Snapshot.of(configured);
  }

  /**
   * A cluster runs no more; it may be restored again. May block.
   *
   * @param last the cluster as it was at the end
   */
  default void retire(Snapshot last) {}

  /**
   * Starts to make changes durable. Called on the control thread, with one write of a cluster under
   * way at a time; must not block.
   *
   * @param changes in the order in which they were applied
   * @param before the cluster without them
   * @param after the cluster with them
   * @return completes, on any thread, when the changes would survive a crash; completes
   *     exceptionally when they are not durable and must not be applied
   */
  CompletionStage<Void> write(List<Change> changes, Snapshot before, Snapshot after);
}
