package io.ballast;

import io.ballast.relay.Listener;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/**
 * What a proxy runs at one time. Immutable; replaced as a whole.
 *
 * @param settings how it is set up
 * @param clusters by name
 * @param listeners in the order of the settings
 */
record RunningParts(
    ProxySettings settings, SortedMap<String, RunningCluster> clusters, List<Listener> listeners) {
  RunningParts {
    clusters = Collections.unmodifiableSortedMap(clusters);
    listeners = List.copyOf(listeners);
  }
}
