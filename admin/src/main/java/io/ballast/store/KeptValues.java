package io.ballast.store;

import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Pin;
import io.ballast.cluster.SetId;
import io.ballast.cluster.SetTable;
import io.ballast.cluster.Snapshot;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a cluster differs from its configuration: what was changed at run time. Health is no part of
 * it. Immutable.
 *
 * @param cluster the cluster's name
 * @param topology nodes, zones and ramps
 * @param affinities the zones of single sets
 * @param pins the sets that must not be moved
 */
public record KeptValues(
    String cluster,
    KeptTopology topology,
    SortedMap<SetId, Kept<String>> affinities,
    SortedMap<SetId, Kept<Pin>> pins) {
  /** Copies the maps. */
  public KeptValues {
    affinities = Collections.unmodifiableSortedMap(new TreeMap<>(affinities));
    pins = Collections.unmodifiableSortedMap(new TreeMap<>(pins));
  }

  /** Nothing was changed. */
  public static KeptValues none(String cluster) {
    return new KeptValues(cluster, KeptTopology.NONE, new TreeMap<>(), new TreeMap<>());
  }

  /** How a cluster differs from its configuration now. */
  public static KeptValues between(ClusterSettings configured, Snapshot now) {
    return new KeptValues(
        now.cluster(),
        KeptTopology.between(configured, now),
        between(configured.affinity().sets(), now.affinity().sets()),
        between(SetTable.of(configured.pins()), now.pins()));
  }

  private static <V> SortedMap<SetId, Kept<V>> between(SetTable<V> configured, SetTable<V> now) {
    SortedMap<SetId, Kept<V>> kept = new TreeMap<>();
    if (configured != now) {
      now.forEach((set, value) -> put(kept, set, configured, now));
      configured.forEach((set, value) -> put(kept, set, configured, now));
    }
    return kept;
  }

  private static <V> void put(
      SortedMap<SetId, Kept<V>> kept, SetId set, SetTable<V> configured, SetTable<V> now) {
    difference(configured.get(set), now.get(set)).ifPresent(value -> kept.put(set, value));
  }

  /** What is to be kept of a set's value; null is none. */
  static <V> Optional<Kept<V>> difference(V configured, V now) {
    Optional<V> old = Optional.ofNullable(configured);
    Optional<V> value = Optional.ofNullable(now);
    return value.equals(old) ? Optional.empty() : Optional.of(new Kept<>(value, old));
  }
}
