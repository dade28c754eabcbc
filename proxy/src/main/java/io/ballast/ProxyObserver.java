package io.ballast;

import io.ballast.balance.BalanceObserver;
import io.ballast.cluster.SnapshotObserver;
import io.ballast.health.HealthObserver;
import io.ballast.relay.ConnectObserver;
import io.ballast.relay.LoopObserver;
import io.ballast.session.SessionObserver;

/** Who is told of what happens in a cluster of a proxy, such as metrics; asked once a cluster. */
public interface ProxyObserver {
  /** Nobody is told of anything. */
  ProxyObserver NONE = new ProxyObserver() {};

  /** Tells this one of everything, then the other. */
  default ProxyObserver and(ProxyObserver other) {
    return new ProxyFanout(this, other);
  }

  /** Who is told how late the event loops are; asked once a proxy. */
  default LoopObserver loops() {
    return LoopObserver.NONE;
  }

  /** Who is told of changes to the cluster. */
  default SnapshotObserver snapshots(String cluster) {
    return SnapshotObserver.NONE;
  }

  /** Who is told of sessions. */
  default SessionObserver sessions(String cluster) {
    return SessionObserver.NONE;
  }

  /** Who is told of attempts to connect to nodes. */
  default ConnectObserver connects(String cluster) {
    return ConnectObserver.NONE;
  }

  /** Who is told of probes and of health. */
  default HealthObserver health(String cluster) {
    return HealthObserver.NONE;
  }

  /** Who is told of balancing. */
  default BalanceObserver balance(String cluster) {
    return BalanceObserver.NONE;
  }
}
