package io.ballast.cluster;

import java.util.List;

/** Is told of each snapshot that is published, on the control thread. */
public interface SnapshotObserver {
  /** Tells nobody. */
  SnapshotObserver NONE = (before, after, changes) -> {};

  /**
   * A snapshot took the place of another; readers see the new one already.
   *
   * @param changes what was changed, in order; empty if it was health
   */
  void published(Snapshot before, Snapshot after, List<Change> changes);
}
