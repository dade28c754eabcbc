package io.ballast.health;

import io.ballast.cluster.HostPort;
import io.ballast.cluster.NodeState;
import java.util.concurrent.Future;

/**
 * The check of one node at one address; another address makes another check. Owned by the control
 * thread; any thread may read the run, to tell whether a result is news.
 */
final class Check {
  final String node;
  final HostPort address;
  volatile Run run;
  // When the run's health began, for the log.
  long sinceNanos;
  // The next probe if it waits for its time; null while one is under way, and if none is to come.
  Future<?> next;
  boolean probing;
  boolean ended;

  Check(NodeState state, long nowNanos) {
    this.node = state.name();
    this.address = state.node().address();
    this.run = Run.of(state.health());
    this.sinceNanos = nowNanos;
  }

  /** No probe follows, and the result of one under way means nothing any more. */
  void end() {
    ended = true;
    postpone();
  }

  /** The next probe waits no more for its time. */
  void postpone() {
    if (next != null) {
      next.cancel(false);
      next = null;
    }
  }
}
