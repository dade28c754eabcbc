package io.ballast.relay;

/** Is told of each attempt to connect to a node, on the session's event loop; must not block. */
public interface ConnectObserver {
  /** Tells nobody. */
  ConnectObserver NONE = (node, outcome, nanos) -> {};

  /**
   * An attempt has come to its end.
   *
   * @param node the node's name
   * @param nanos how long it took
   */
  void attempted(String node, ConnectOutcome outcome, long nanos);
}
