package io.ballast.relay;

import io.ballast.cluster.HostPort;
import io.ballast.cluster.Snapshot;
import io.ballast.placement.LiveCounts;
import io.ballast.placement.Placement;
import io.ballast.relay.tls.NodeTls;
import io.ballast.session.LiveSessions;
import io.ballast.session.SessionObserver;
import java.net.InetSocketAddress;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What listeners need of the cluster that they front; each part may be called from any thread.
 *
 * @param snapshot the cluster as it is at the time of the call
 * @param placement makes load-balancing lists, from the same counts
 * @param counts the cluster's live sessions by node and zone
 * @param sessions the cluster's live sessions
 * @param addresses the resolved address of a node; null while it is not known. Must not block
 * @param connect how nodes are connected to
 * @param observer is told of sessions
 * @param connects is told of attempts to connect
 * @param pace spaces the connects of displaced sessions
 * @param tls what handshakes with nodes are made with; null without TLS
 */
public record RelayedCluster(
    Supplier<Snapshot> snapshot,
    Placement placement,
    LiveCounts counts,
    LiveSessions sessions,
    Function<HostPort, InetSocketAddress> addresses,
    ConnectSettings connect,
    SessionObserver observer,
    ConnectObserver connects,
    ConnectPace pace,
    NodeTls tls) {
  /** Whether both are of one cluster, be it with other settings. */
  boolean isSameAs(RelayedCluster other) {
    return sessions == other.sessions;
  }

  /** With a pace and TLS of its own; listeners in front of one cluster share one. */
  RelayedCluster(
      Supplier<Snapshot> snapshot,
      Placement placement,
      LiveCounts counts,
      LiveSessions sessions,
      Function<HostPort, InetSocketAddress> addresses,
      ConnectSettings connect,
      SessionObserver observer,
      ConnectObserver connects) {
    this(
        snapshot,
        placement,
        counts,
        sessions,
        addresses,
        connect,
        observer,
        connects,
        new ConnectPace(connect.failoverRatePerSecond()),
        connect.loadTls());
  }
}
