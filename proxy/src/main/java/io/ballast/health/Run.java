package io.ballast.health;

import io.ballast.cluster.Health;

/**
 * A node's health and how many results in a row speak against it; immutable and pure. A result that
 * agrees with the health ends the run, a long enough run turns the health.
 *
 * @param health as the node is seen now
 * @param length results in a row that contradict it, 0 or more
 */
record Run(Health health, int length) {
  /** No result yet that contradicts the health. */
  static Run of(Health health) {
    return new Run(health, 0);
  }

  /** After a probe that succeeded. */
  Run succeeded(int rise) {
    return result(Health.UP, rise);
  }

  /** After a probe or a connect that failed. */
  Run failed(int fall) {
    return result(Health.DOWN, fall);
  }

  /**
   * After a connect of a session that succeeded: it clears a node that is up of failures, and tells
   * nothing of one that is down, which gets sessions only as the last resort or by luck.
   */
  Run connected() {
    return health == Health.UP && length > 0 ? of(health) : this;
  }

  private Run result(Health seen, int enough) {
    if (seen == health) {
      return length == 0 ? this : of(health);
    }
    return length + 1 >= enough ? of(seen) : new Run(health, length + 1);
  }
}
