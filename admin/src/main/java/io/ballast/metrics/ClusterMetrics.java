package io.ballast.metrics;

import static io.ballast.metrics.Instruments.CLUSTER;
import static io.ballast.metrics.Instruments.NODE;

import io.ballast.balance.BalanceObserver;
import io.ballast.balance.Outcome;
import io.ballast.balance.Rule;
import io.ballast.cluster.Change;
import io.ballast.cluster.Health;
import io.ballast.cluster.SnapshotObserver;
import io.ballast.health.HealthObserver;
import io.ballast.health.ProbeResult;
import io.ballast.session.Session;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.Locale;

/** What balancing, health checks and operators do. Told on the control thread. */
final class ClusterMetrics {
  private static final double[] TICK_BOUNDS = {
    0.0001, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5
  };

  private final Counter begun;
  private final Counter moves;
  private final Counter pingPongs;
  private final Gauge braked;
  private final Histogram ticks;
  private final Counter probes;
  private final Counter turns;
  private final Counter changes;

  ClusterMetrics(Instruments instruments) {
    begun =
        instruments.counter(
            "ballast_moves_begun", "Moves of sessions that have begun, by rule.", CLUSTER, "rule");
    moves =
        instruments.counter(
            "ballast_moves",
            "Moves of sessions that have come to their end, by rule and outcome.",
            CLUSTER,
            "rule",
            "outcome");
    pingPongs =
        instruments.counter(
            "ballast_move_ping_pongs",
            "Voluntary moves back to the node that the set was moved from less than an hour before.",
            CLUSTER);
    braked =
        instruments.gauge(
            "ballast_moves_braked",
            "1 while moves are slowed to a tenth since moved sets do not come back, else 0.",
            CLUSTER);
    ticks =
        instruments.seconds(
            "ballast_tick_duration_seconds",
            "How long a tick of balancing took on the control thread.",
            TICK_BOUNDS,
            CLUSTER);
    probes =
        instruments.counter(
            "ballast_probes", "Health probes of nodes, by outcome.", CLUSTER, NODE, "outcome");
    turns =
        instruments.counter(
            "ballast_node_health_changes",
            "Times that a node has turned up or down.",
            CLUSTER,
            NODE,
            "health");
    changes =
        instruments.counter(
            "ballast_changes",
            "Changes of the cluster that are in place, by kind; steps of a ramp count each.",
            CLUSTER,
            "change");
  }

  /** Counts that have not occurred are there as 0, so that their first occurrence is a rise. */
  BalanceObserver balance(String cluster) {
    braked.labelValues(cluster).set(0);
    pingPongs.initLabelValues(cluster);
    for (Rule rule : Rule.values()) {
      begun.initLabelValues(cluster, rule.word());
      for (Outcome outcome : Outcome.values()) {
        moves.initLabelValues(cluster, rule.word(), outcome.word());
      }
    }
    return new BalanceObserver() {
      @Override
      public void moving(Session session, String from, String to, Rule rule, boolean pingPong) {
        begun.labelValues(cluster, rule.word()).inc();
        if (pingPong) {
          pingPongs.labelValues(cluster).inc();
        }
      }

      @Override
      public void moved(String from, String to, Rule rule, Outcome outcome) {
        moves.labelValues(cluster, rule.word(), outcome.word()).inc();
      }

      @Override
      public void braking(boolean on) {
        braked.labelValues(cluster).set(on ? 1 : 0);
      }

      @Override
      public void ticked(int planned, long tookNanos) {
        ticks.labelValues(cluster).observe(Unit.nanosToSeconds(tookNanos));
      }
    };
  }

  HealthObserver health(String cluster) {
    return new HealthObserver() {
      @Override
      public void probed(String node, ProbeResult.Outcome outcome, long nanos) {
        probes.labelValues(cluster, node, outcome.word()).inc();
      }

      @Override
      public void turned(String node, Health health, String cause) {
        turns.labelValues(cluster, node, health.word()).inc();
      }
    };
  }

  SnapshotObserver snapshots(String cluster) {
    return (before, after, made) ->
        made.forEach(change -> changes.labelValues(cluster, word(change)).inc());
  }

  /** The name of the change, such as {@code set-weight}. */
  static String word(Change change) {
    return change
        .getClass()
        .getSimpleName()
        .replaceAll("(?<=.)(?=[A-Z])", "-")
        .toLowerCase(Locale.ROOT);
  }
}
