package io.ballast.metrics;

import static io.ballast.metrics.Instruments.CLUSTER;
import static io.ballast.metrics.Instruments.LISTENER;
import static io.ballast.metrics.Instruments.NODE;
import static io.ballast.metrics.Instruments.REASON;

import io.ballast.cluster.Origin;
import io.ballast.placement.Reason;
import io.ballast.relay.ConnectObserver;
import io.ballast.relay.ConnectOutcome;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import io.ballast.session.SessionObserver;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

/**
 * What becomes of connections and sessions. Told on the event loops: a few adders a session, and
 * none a message.
 */
final class SessionMetrics {
  private static final double[] CONNECT_BOUNDS = {
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5
  };

  /** From a second to a week. */
  private static final double[] LIFE_BOUNDS = {
    1, 10, 60, 300, 1800, 3600, 6 * 3600, 24 * 3600, 7 * 24 * 3600
  };

  private final Counter accepted;
  private final Counter acceptFailed;
  private final Counter rejected;
  private final Counter opened;
  private final Counter closed;
  private final Counter bytes;
  private final Counter discarded;
  private final Histogram life;
  private final Histogram connected;
  private final Counter connectFailed;
  private final ConcurrentMap<String, Queue<Series<?, ?>>> byCluster = new ConcurrentHashMap<>();

  SessionMetrics(Instruments instruments) {
    accepted =
        instruments.counter(
            "ballast_connections_accepted",
            "Connections that a listener has accepted.",
            CLUSTER,
            LISTENER);
    acceptFailed =
        instruments.counter(
            "ballast_accept_failures",
            "Times that a listener could not accept, for want of a descriptor as a rule.",
            CLUSTER,
            LISTENER);
    rejected =
        instruments.counter(
            "ballast_connections_rejected",
            "Connections that ended before they became a session, by reason.",
            CLUSTER,
            LISTENER,
            REASON);
    opened =
        instruments.counter(
            "ballast_sessions_opened",
            "Sessions that a node has taken, by the reason for which they were placed on it.",
            CLUSTER,
            NODE,
            REASON);
    closed =
        instruments.counter(
            "ballast_sessions_closed",
            "Sessions that have ended, by reason.",
            CLUSTER,
            NODE,
            REASON);
    bytes =
        instruments.counter(
            "ballast_session_bytes",
            "Bytes that sessions have carried from clients and from nodes, up to a second late.",
            CLUSTER,
            NODE,
            "from");
    discarded =
        instruments.counter(
            "ballast_session_discarded_bytes",
            "Bytes of clients that were discarded when their sessions were ended gently.",
            CLUSTER,
            NODE);
    life =
        instruments.seconds(
            "ballast_session_duration_seconds",
            "How long sessions lasted that have ended.",
            LIFE_BOUNDS,
            CLUSTER);
    connected =
        instruments.seconds(
            "ballast_connect_duration_seconds",
            "How long a node took to take a connection.",
            CONNECT_BOUNDS,
            CLUSTER,
            NODE);
    connectFailed =
        instruments.counter(
            "ballast_connect_failures",
            "Attempts to connect to a node that have failed, by outcome.",
            CLUSTER,
            NODE,
            "outcome");
  }

  SessionObserver sessions(String cluster) {
    return new Sessions(cluster);
  }

  ConnectObserver connects(String cluster) {
    Series<String, DistributionDataPoint> connectedOf =
        kept(cluster, new Series<>(node -> connected.labelValues(cluster, node)));
    return (node, outcome, nanos) -> {
      if (outcome == ConnectOutcome.CONNECTED) {
        connectedOf.of(node).observe(Unit.nanosToSeconds(nanos));
      } else {
        connectFailed.labelValues(cluster, node, outcome.word()).inc();
      }
    };
  }

  /**
   * Series were removed: they are not to be counted in any more.
   *
   * @param isThere whether a cluster is still there
   */
  void forget(Predicate<String> isThere) {
    byCluster.values().forEach(series -> series.forEach(Series::forget));
    byCluster.keySet().removeIf(isThere.negate());
  }

  private <K, S> Series<K, S> kept(String cluster, Series<K, S> series) {
    byCluster.computeIfAbsent(cluster, key -> new ConcurrentLinkedQueue<>()).add(series);
    return series;
  }

  /** What becomes of the connections and sessions of a cluster. */
  private final class Sessions implements SessionObserver {
    private final String cluster;
    private final DistributionDataPoint lives;
    private final Series<String, CounterDataPoint> acceptedBy;
    private final Series<Reason, Series<String, CounterDataPoint>> openedFor;
    private final Series<CloseReason, Series<String, CounterDataPoint>> closedFor;
    private final Series<String, CounterDataPoint> bytesOfClients;
    private final Series<String, CounterDataPoint> bytesOfNodes;

    Sessions(String cluster) {
      this.cluster = cluster;
      lives = life.labelValues(cluster);
      acceptedBy = kept(cluster, new Series<>(name -> accepted.labelValues(cluster, name)));
      openedFor = new Series<>(reason -> byNode(opened, reason.word()));
      closedFor = new Series<>(reason -> byNode(closed, reason.word()));
      bytesOfClients = byNode(bytes, "client");
      bytesOfNodes = byNode(bytes, "node");
    }

    private Series<String, CounterDataPoint> byNode(Counter counter, String last) {
      return kept(cluster, new Series<>(node -> counter.labelValues(cluster, node, last)));
    }

    @Override
    public void accepted(String listener) {
      acceptedBy.of(listener).inc();
    }

    @Override
    public void acceptFailed(String listener) {
      acceptFailed.labelValues(cluster, listener).inc();
    }

    @Override
    public void rejected(Origin origin, CloseReason reason) {
      rejected.labelValues(cluster, origin.listener(), reason.word()).inc();
    }

    @Override
    public void opened(Session session) {
      openedFor.of(session.reason()).of(session.node()).inc();
    }

    @Override
    public void carried(Session session, long fromClient, long fromNode) {
      if (fromClient > 0) {
        bytesOfClients.of(session.node()).inc(fromClient);
      }
      if (fromNode > 0) {
        bytesOfNodes.of(session.node()).inc(fromNode);
      }
    }

    @Override
    public void closed(Session session, CloseReason reason) {
      closedFor.of(reason).of(session.node()).inc();
      lives.observe(Unit.nanosToSeconds(System.nanoTime() - session.openedNanos()));
      if (session.bytesDiscarded() > 0) {
        discarded.labelValues(cluster, session.node()).inc(session.bytesDiscarded());
      }
    }
  }
}
