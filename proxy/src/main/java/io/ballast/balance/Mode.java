package io.ballast.balance;

/** Whether sessions are moved at all. */
public enum Mode {
  /** Sessions are moved. */
  MOVE,
  /** Nothing is moved, not even off a drained node; the status reports what would be. */
  OBSERVE
}
