package io.ballast.cluster;

/** What must hold when a change is applied; checked on the control thread, just before it. */
public interface Precondition {
  /** Always holds. */
  Precondition NONE = draft -> {};

  /**
   * Checks the cluster as it is just before the change.
   *
   * @throws ChangeRefused if the change must not be made now
   */
  void check(Snapshot current) throws ChangeRefused;
}
