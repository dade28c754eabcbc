package io.ballast.balance;

import io.ballast.cluster.Health;
import io.ballast.cluster.NodeState;

/** What is remembered of one node from tick to tick. Owned by the control thread. */
final class NodeMemory {
  final Hold hold;
  final Settle settle;
  final BandWatch watch;
  final Pacer into;

  NodeMemory(NodeState state) {
    hold = new Hold(state.node().weight());
    settle = new Settle(state.health() == Health.UP);
    watch = new BandWatch();
    into = new Pacer();
  }

  NodeMemory(NodeMemory other) {
    hold = new Hold(other.hold);
    settle = new Settle(other.settle);
    watch = new BandWatch(other.watch);
    into = new Pacer(other.into);
  }

  /** Sees what the node has become. */
  void see(NodeState state, long nowNanos, DampingSettings settings) {
    hold.weight(state.node().weight(), nowNanos, settings);
    settle.health(state.health() == Health.UP, nowNanos, settings);
  }
}
