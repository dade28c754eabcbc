package io.ballast.relay;

import io.ballast.cluster.HostPort;
import io.ballast.cluster.Snapshot;
import io.ballast.placement.LiveCounts;
import io.ballast.placement.Placement;
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
 */
public record RelayedCluster(
    Supplier<Snapshot> snapshot,
    Placement placement,
    LiveCounts counts,
    LiveSessions sessions,
    Function<HostPort, InetSocketAddress> addresses,
    ConnectSettings connect,
    SessionObserver observer,
    ConnectObserver connects) {}
