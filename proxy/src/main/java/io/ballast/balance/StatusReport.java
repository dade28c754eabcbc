package io.ballast.balance;

import io.ballast.cluster.NodeState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Puts what a tick has counted into words, a node each. Reused; owned by the control thread. */
final class StatusReport {
  private int[] have = {};
  private boolean waiting;

  /** Keeps the counts as they are before moves are planned. */
  void begin(Census census) {
    have = Arrays.copyOf(census.own, census.own.length);
  }

  /** The nodes of the cluster, by name. */
  List<NodeStatus> end(Tick tick, Candidates candidates) {
    Layout layout = tick.layout();
    Duration eta = eta(tick, candidates);
    List<NodeStatus> nodes = new ArrayList<>();
    waiting = false;
    for (NodeState state : layout.snapshot().nodes()) {
      int n = tick.table().nodes().number(state.name());
      Map<Stuck, Integer> stuck = stuck(n, candidates);
      int hopeless =
          stuck.getOrDefault(Stuck.PINNED, 0) + stuck.getOrDefault(Stuck.NOWHERE_TO_GO, 0);
      waiting |= candidates.due[n] > hopeless;
      boolean concerned = candidates.due[n] > 0 || candidates.wanted[n] > 0;
      nodes.add(status(n, state, tick, candidates, stuck, concerned ? eta : Duration.ZERO));
    }
    return nodes;
  }

  /** Whether sessions are due that time will let go. */
  boolean waiting() {
    return waiting;
  }

  private NodeStatus status(
      int n,
      NodeState state,
      Tick tick,
      Candidates candidates,
      Map<Stuck, Integer> stuck,
      Duration eta) {
    Census census = tick.census();
    boolean eligible = tick.layout().eligible[n];
    return new NodeStatus(
        state.name(),
        state.node().zone(),
        state.node().weight(),
        state.health(),
        (int) Math.round(census.target[n]),
        have[n],
        eligible ? (int) Math.ceil(census.band[n].lowerEdge()) : 0,
        eligible ? (int) Math.floor(census.band[n].upperEdge()) : 0,
        census.live[n],
        census.guests[n],
        census.arriving[n] - candidates.queued(n),
        census.leaving[n],
        candidates.due[n],
        stuck,
        eta,
        paused(n, tick),
        census.pinned[n],
        census.overPinned[n]);
  }

  private static Map<Stuck, Integer> stuck(int n, Candidates candidates) {
    Map<Stuck, Integer> stuck = new EnumMap<>(Stuck.class);
    candidates.stuck.forEach(
        (reason, counts) -> {
          if (counts[n] > 0) {
            stuck.put(reason, counts[n]);
          }
        });
    return stuck;
  }

  /** All that is due, at the rate of the cluster or of the nodes that receive it. */
  private static Duration eta(Tick tick, Candidates candidates) {
    long sessions = 0;
    int receivers = 0;
    for (int n = 0; n < candidates.wanted.length; n++) {
      sessions += candidates.wanted[n];
      receivers += candidates.wanted[n] > 0 ? 1 : 0;
    }
    PaceSettings pace = tick.settings().pace();
    double rate =
        Math.min(
            Pacing.rate(pace, tick.state().brake.on()),
            (double) pace.nodeRatePerSecond() * receivers);
    return sessions == 0 ? Duration.ZERO : Duration.ofMillis((long) (1000 * sessions / rate));
  }

  private static List<Pause> paused(int n, Tick tick) {
    List<Pause> paused = new ArrayList<>(2);
    if (tick.settings().mode() == Mode.OBSERVE) {
      paused.add(new Pause(Pause.Why.OBSERVE, Duration.ZERO));
    }
    if (!tick.layout().snapshot().rebalance()) {
      paused.add(new Pause(Pause.Why.OFF, Duration.ZERO));
    }
    if (tick.state().brake.on()) {
      paused.add(new Pause(Pause.Why.BRAKE, Duration.ZERO));
    }
    NodeMemory memory = tick.gates().memory[n];
    if (tick.layout().down(n)) {
      paused.add(new Pause(Pause.Why.DOWN, Duration.ZERO));
    }
    long held = memory.hold.leftNanos(tick.now());
    if (held > 0) {
      paused.add(new Pause(Pause.Why.HELD, Duration.ofNanos(held)));
    }
    long settling = memory.settle.leftNanos(tick.now());
    if (settling > 0) {
      paused.add(new Pause(Pause.Why.SETTLING, Duration.ofNanos(settling)));
    }
    if (tick.layout().eligible[n]) {
      long dwell = tick.settings().damping().dwell().toNanos();
      memory.watch.pause(tick.now(), dwell).ifPresent(paused::add);
    }
    return paused;
  }
}
