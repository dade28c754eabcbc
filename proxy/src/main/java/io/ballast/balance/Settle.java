package io.ballast.balance;

/**
 * The settling of one node: after it came back from being down it is no destination of moves for a
 * while, longer if it comes and goes. Sessions are placed on it without delay. Owned by the control
 * thread.
 */
final class Settle {
  private final Escalation returns;
  private boolean up;
  private long untilNanos;
  private boolean settling;

  Settle(boolean up) {
    this.up = up;
    this.returns = new Escalation();
  }

  Settle(Settle other) {
    returns = new Escalation(other.returns);
    up = other.up;
    untilNanos = other.untilNanos;
    settling = other.settling;
  }

  /** The node is up or not now. */
  void health(boolean nowUp, long nowNanos, DampingSettings settings) {
    if (nowUp && !up) {
      untilNanos = nowNanos + returns.event(nowNanos, settings.settle(), settings.settleMax());
      settling = true;
    }
    up = nowUp;
  }

  /** Whether it is up and may be a destination of moves. */
  boolean settled(long nowNanos) {
    settling &= nowNanos - untilNanos < 0;
    return up && !settling;
  }

  /** How long it still settles, in nanoseconds. */
  long leftNanos(long nowNanos) {
    return up && !settled(nowNanos) ? untilNanos - nowNanos : 0;
  }
}
