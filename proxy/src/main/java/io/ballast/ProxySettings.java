package io.ballast;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a proxy runs.
 *
 * @param clusters at least one, each of another name
 */
public record ProxySettings(List<ClusterPolicy> clusters) {
  /**
   * @throws IllegalArgumentException if there is no cluster, or two have one name
   */
  public ProxySettings {
    clusters = List.copyOf(clusters);
    if (clusters.isEmpty()) {
      throw new IllegalArgumentException("clusters: a proxy fronts at least one cluster; add one");
    }
    Set<String> names = new HashSet<>();
    for (ClusterPolicy policy : clusters) {
      if (!names.add(policy.cluster().name())) {
        throw new IllegalArgumentException(
            "cluster " + policy.cluster().name() + ": it is there twice");
      }
    }
  }
}
