package io.ballast.relay;

import java.util.Locale;

/** What became of one attempt to connect to a node. Each is a label of a metric. */
public enum ConnectOutcome {
  /** The node took the connection. */
  CONNECTED(false),
  /** The node's host refused it. */
  REFUSED(true),
  /** The node did not take it in time. */
  TIMED_OUT(true),
  /** The node's host or network could not be reached. */
  UNREACHABLE(true),
  /** The node took the connection, but no TLS came about with it. */
  TLS_FAILED(true),
  /** The address of the node's host is not known. */
  UNRESOLVED(true),
  /** This process has no descriptor or memory left for it. */
  NO_DESCRIPTOR(false),
  /** This host has no free port, or not the local address, to connect from. */
  NO_LOCAL_PORT(false);

  private final boolean nodeFailed;

  ConnectOutcome(boolean nodeFailed) {
    this.nodeFailed = nodeFailed;
  }

  /** Whether it counts against the node's health; a failure of this host does not. */
  public boolean nodeFailed() {
    return nodeFailed;
  }

  /** The word that people see, such as {@code timed-out}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
