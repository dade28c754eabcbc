package io.ballast;

import io.ballast.relay.ListenerSettings;
import io.ballast.relay.LoopSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a proxy runs.
 *
 * @param clusters at least one, each of another name
 * @param listeners at least one, each of another name and in front of one of the clusters
 * @param loops the event loops that carry the sessions
 */
public record ProxySettings(
    List<ClusterPolicy> clusters, List<ListenerSettings> listeners, LoopSettings loops) {
  /**
   * @throws IllegalArgumentException if there is no cluster or no listener, two have one name, or a
   *     listener names a cluster that is not there
   */
  public ProxySettings {
    clusters = List.copyOf(clusters);
    listeners = List.copyOf(listeners);
    if (clusters.isEmpty()) {
      throw new IllegalArgumentException("clusters: a proxy fronts at least one cluster; add one");
    }
    if (listeners.isEmpty()) {
      throw new IllegalArgumentException("listeners: a proxy has at least one listener; add one");
    }
    Set<String> clusterNames =
        unique("cluster", clusters.stream().map(policy -> policy.cluster().name()).toList());
    unique("listener", listeners.stream().map(ListenerSettings::name).toList());
    for (ListenerSettings listener : listeners) {
      if (!clusterNames.contains(listener.cluster())) {
        throw new IllegalArgumentException(
            "cluster of listener "
                + listener.name()
                + " = "
                + listener.cluster()
                + ": there is no such cluster; choose one of "
                + clusterNames);
      }
    }
  }

  /** This with other event loops. */
  public ProxySettings withLoops(LoopSettings others) {
    return new ProxySettings(clusters, listeners, others);
  }

  private static Set<String> unique(String what, List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new IllegalArgumentException(what + " " + name + ": it is there twice");
      }
    }
    return seen;
  }
}
