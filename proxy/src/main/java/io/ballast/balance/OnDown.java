package io.ballast.balance;

/** What becomes of the sessions on a node that turned unhealthy. */
public enum OnDown {
  /** They move to healthy nodes, paced. */
  MOVE,
  /** They stay until they end by themselves. */
  KEEP
}
