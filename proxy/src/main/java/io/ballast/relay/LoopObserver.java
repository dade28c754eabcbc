package io.ballast.relay;

/** Is told how late the event loops are, on each of them; must not block. */
public interface LoopObserver {
  /** Tells nobody; nothing is measured then. */
  LoopObserver NONE = nanos -> {};

  /**
   * A task of a loop has run, one of several a second.
   *
   * @param nanos how much later than it was to, 0 or more: for so long nothing else could run
   *     either
   */
  void late(long nanos);
}
