package io.ballast;

import io.ballast.health.HealthChecks;
import io.ballast.relay.ConnectObserver;
import io.ballast.relay.ConnectOutcome;

/**
 * Hands on how attempts to connect ended: to the health checks what says something of the node, to
 * another observer everything.
 */
record ConnectNews(HealthChecks health, ConnectObserver others) implements ConnectObserver {
  @Override
  public void attempted(String node, ConnectOutcome outcome, long nanos) {
    if (outcome.nodeFailed()) {
      health.connectFailed(node, outcome.word());
    } else if (outcome == ConnectOutcome.CONNECTED) {
      health.connected(node);
    }
    others.attempted(node, outcome, nanos);
  }
}
