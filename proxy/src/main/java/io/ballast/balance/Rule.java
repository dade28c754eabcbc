package io.ballast.balance;

import java.util.Locale;

/** Why a session is moved. In the order in which they get the moves of a tick. */
public enum Rule {
  /** An operator has asked for it: MOVE, or PIN to a node. */
  OPERATOR(0, false),
  /** Its node turned unhealthy while another of its list is healthy. */
  DOWN(1, false),
  /** Its node has weight 0, or is gone. */
  DRAIN(2, false),
  /** It is on a node outside of its set's zone while that zone has an eligible node. */
  ZONE(3, true),
  /** It was placed on its owner, and its owner is another node now. */
  OWNER(4, true),
  /** Its owner is below its band and fetches it back. */
  PULL(5, true),
  /** Its node is above its band. */
  SHED(6, true);

  private final int priority;
  private final boolean voluntary;

  Rule(int priority, boolean voluntary) {
    this.priority = priority;
    this.voluntary = voluntary;
  }

  /** Whether it could as well stay: such moves are damped, and stopped by REBALANCE OFF. */
  public boolean voluntary() {
    return voluntary;
  }

  /** Its place among the rules, from 0 on; a smaller one goes first. */
  int priority() {
    return priority;
  }

  /** The word that people see, such as {@code drain}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
