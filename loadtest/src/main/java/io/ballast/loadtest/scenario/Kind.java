package io.ballast.loadtest.scenario;

/** The scenarios that there are. */
public enum Kind {
  /** A node is emptied. */
  DRAIN,
  /** A new node is warmed in. */
  RAMP,
  /** A node goes down and comes back. */
  CRASH,
  /** A node goes down and comes back again and again. */
  FLAP,
  /** Every node of a zone goes down, and they come back. */
  ZONES
}
