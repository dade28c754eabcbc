package io.ballast.health;

import io.ballast.cluster.Health;

/** Is told what health checks find, on the control thread; must not block. */
public interface HealthObserver {
  /** Tells nobody. */
  HealthObserver NONE = new HealthObserver() {};

  /**
   * A probe of a node has ended.
   *
   * @param nanos how long it took
   */
  default void probed(String node, ProbeResult.Outcome outcome, long nanos) {}

  /**
   * A node's health has turned.
   *
   * @param cause the last failure if it is down, empty if it is up
   */
  default void turned(String node, Health health, String cause) {}
}
