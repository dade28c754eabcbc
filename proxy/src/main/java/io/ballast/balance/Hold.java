package io.ballast.balance;

import java.time.Duration;

/**
 * The hold of one node: a weight changed against the direction of its previous change within 30 min
 * keeps the node out of OWNER, SHED and PULL for a while, as source and as destination, so that a
 * weight that flips does not throw sessions to and fro. A drain is never held. Owned by the control
 * thread.
 */
final class Hold {
  private final Escalation reversals;
  private int weight;
  private int direction;
  private long changedNanos;
  private long untilNanos;
  private boolean held;

  Hold(int weight) {
    this.weight = weight;
    this.reversals = new Escalation();
  }

  Hold(Hold other) {
    reversals = new Escalation(other.reversals);
    weight = other.weight;
    direction = other.direction;
    changedNanos = other.changedNanos;
    untilNanos = other.untilNanos;
    held = other.held;
  }

  /** The node has this weight now. */
  void weight(int newWeight, long nowNanos, DampingSettings settings) {
    if (newWeight == weight) {
      return;
    }
    int newDirection = Integer.compare(newWeight, weight);
    if (direction == -newDirection && nowNanos - changedNanos < Escalation.MEMORY_NANOS) {
      Duration first = settings.hold();
      untilNanos = nowNanos + reversals.event(nowNanos, first, settings.holdMax());
      held = true;
    }
    weight = newWeight;
    direction = newDirection;
    changedNanos = nowNanos;
  }

  /** Whether the node is held. */
  boolean held(long nowNanos) {
    held &= nowNanos - untilNanos < 0;
    return held;
  }

  /** How long it still is held, in nanoseconds. */
  long leftNanos(long nowNanos) {
    return held(nowNanos) ? untilNanos - nowNanos : 0;
  }

  /** Ends the hold. */
  void end() {
    held = false;
  }
}
