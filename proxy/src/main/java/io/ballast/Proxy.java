package io.ballast;

import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.Cluster;
import io.ballast.cluster.Names;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A running proxy: its clusters, and the listeners in front of them. */
public final class Proxy implements AutoCloseable {
  private final ControlThread control = new ControlThread();
  private final SortedMap<String, RunningCluster> clusters = new TreeMap<>(Names.BY_BYTES);

  private Proxy(ProxySettings settings, ChangeLog log) {
    for (ClusterPolicy policy : settings.clusters()) {
      Cluster writer = new Cluster(log.restore(policy.cluster()), control, log);
      clusters.put(policy.cluster().name(), new RunningCluster(policy, writer, control));
    }
  }

  /**
   * Starts a proxy.
   *
   * @param log makes the changes of every cluster durable
   */
  public static Proxy start(ProxySettings settings, ChangeLog log) {
    return new Proxy(settings, log);
  }

  /** The clusters, sorted by name. */
  public Collection<RunningCluster> clusters() {
    return Collections.unmodifiableCollection(clusters.values());
  }

  /** The cluster of that name. */
  public Optional<RunningCluster> cluster(String name) {
    return Optional.ofNullable(clusters.get(name));
  }

  @Override
  public void close() {
    control.close();
  }
}
