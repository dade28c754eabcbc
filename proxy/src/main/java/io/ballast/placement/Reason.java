package io.ballast.placement;

import java.util.Locale;

/** Why a session is placed on a node. */
public enum Reason {
  /** The ring names the node. */
  OWNER,
  /** The nodes before it on the ring have as many sessions as they may. */
  OVER_BOUND,
  /** The nodes before it on the ring are down, or did not take the connection. */
  FAILOVER,
  /** The set's zone has no node for it; the node is of the zone's backup. */
  BACKUP,
  /** No node of any of the set's zones is up; a node that is down is tried all the same. */
  LAST_RESORT,
  /** An operator has pinned the set to the node. */
  PINNED,
  /** Balancing has sent the set to the node. */
  OVERRIDE;

  /** The word that people see, such as {@code over-bound}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
