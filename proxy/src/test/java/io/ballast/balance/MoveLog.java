package io.ballast.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.session.Session;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts moves, and asserts at each what always holds of them. */
final class MoveLog implements BalanceObserver {
  private static final long SECOND = 1_000_000_000L;

  final Map<Rule, Integer> byRule = new EnumMap<>(Rule.class);
  final Map<Outcome, Integer> byOutcome = new EnumMap<>(Outcome.class);
  final List<String> deadlines = new ArrayList<>();
  int voluntary;
  int pingPongs;
  int all;
  boolean braking;
  long lastNanos;
  private final Simulation simulation;
  private final int rate;
  private final int nodeRate;
  private final Deque<Long> recent = new ArrayDeque<>();
  private final Map<String, Deque<Long>> recentInto = new HashMap<>();

  MoveLog(Simulation simulation, PaceSettings pace) {
    this.simulation = simulation;
    this.rate = pace.ratePerSecond();
    this.nodeRate = pace.nodeRatePerSecond();
  }

  /** Forgets the counts, not what is needed to judge rates. */
  void reset() {
    byRule.clear();
    byOutcome.clear();
    voluntary = 0;
    pingPongs = 0;
    all = 0;
    lastNanos = 0;
  }

  int of(Rule rule) {
    return byRule.getOrDefault(rule, 0);
  }

  @Override
  public void moving(Session session, String from, String to, Rule rule, boolean pingPong) {
    all++;
    voluntary += rule.voluntary() ? 1 : 0;
    pingPongs += pingPong ? 1 : 0;
    byRule.merge(rule, 1, Integer::sum);
    lastNanos = simulation.now();
    assertThat(from).as("a session is on the node it is moved from").isEqualTo(session.node());
    assertThat(to).as("a session is not moved to the node it is on").isNotEqualTo(from);
    assertThat(simulation.snapshot().node(to)).matches(node -> node.orElseThrow().eligible());
    if (rule != Rule.OPERATOR) {
      assertThat(simulation.snapshot().pin(session.set())).as("a pinned session stays").isEmpty();
    }
    within(recent, rate, "the cluster");
    within(recentInto.computeIfAbsent(to, node -> new ArrayDeque<>()), nodeRate, to);
  }

  /** No window of a second holds more than the rate and one. */
  private void within(Deque<Long> times, int most, String what) {
    long now = simulation.now();
    times.addLast(now);
    while (now - times.peekFirst() >= SECOND) {
      times.pollFirst();
    }
    assertThat(times.size()).as("moves of %s within a second", what).isLessThanOrEqualTo(most + 1);
  }

  @Override
  public void moved(String from, String to, Rule rule, Outcome outcome) {
    byOutcome.merge(outcome, 1, Integer::sum);
  }

  @Override
  public void braking(boolean on) {
    braking = on;
  }

  @Override
  public void deadlinePassed(String node, List<StuckSession> left) {
    deadlines.add(node + ": " + left.size());
  }
}
