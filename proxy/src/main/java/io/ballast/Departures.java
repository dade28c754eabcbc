package io.ballast;

import io.ballast.balance.PaceSettings;
import io.ballast.relay.Listener;
import io.ballast.session.CloseReason;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listeners and clusters that were removed from the configuration, until their last session has
 * ended. Thread-safe.
 */
final class Departures {
  private static final Logger log = LoggerFactory.getLogger(Departures.class);
  private static final Duration SHORTEST = Duration.ofSeconds(15);
  private static final Duration POLL = Duration.ofMillis(200);

  private final ControlThread control;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final List<RunningCluster> clusters = new CopyOnWriteArrayList<>();

  Departures(ControlThread control) {
    this.control = control;
  }

  /** The listener accepts no more; its sessions go on. */
  void add(Listener listener) {
    listeners.removeIf(other -> other.connections() == 0);
    listeners.add(listener);
  }

  /** The connections of listeners that accept no more. */
  int connections() {
    return listeners.stream().mapToInt(Listener::connections).sum();
  }

  /** The clusters whose sessions end. */
  Collection<RunningCluster> clusters() {
    return clusters;
  }

  /** Ends a cluster's sessions at the rate of its moves; those that take too long at once. */
  void add(RunningCluster cluster) {
    clusters.add(cluster);
    PaceSettings pace = cluster.policy().balance().pace();
    Duration spread = Duration.ofMillis((long) (1250 * cluster.sessions().size() / rate(pace)));
    new GracefulEnd(control, () -> List.of(cluster), CloseReason.CLUSTER_REMOVED)
        .start(SHORTEST.plus(spread))
        .thenRun(() -> end(cluster));
  }

  private static double rate(PaceSettings pace) {
    return Math.max(1, pace.ratePerSecond());
  }

  private void end(RunningCluster cluster) {
    if (cluster.sessions().size() > 0) {
      cluster.sessions().forEach(session -> session.ends().abort(CloseReason.CLUSTER_REMOVED));
      control.after(POLL, () -> end(cluster));
    } else if (clusters.remove(cluster)) {
      cluster.stop();
      log.info("cluster {}: its last session has ended", cluster.name());
    }
  }
}
