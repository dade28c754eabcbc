package io.ballast.cluster;

/** Is told of each snapshot that is published, on the control thread. */
public interface SnapshotObserver {
  /** A snapshot took the place of another; readers see the new one already. */
  void published(Snapshot before, Snapshot after);
}
