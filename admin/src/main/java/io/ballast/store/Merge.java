package io.ballast.store;

import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Pin;
import io.ballast.cluster.Ramp;
import io.ballast.cluster.SetId;
import io.ballast.cluster.SetTable;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.SnapshotEditor;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Applies what was kept to a configuration that may have been edited since. Pure: a start, a reload
 * and a dry run of either are the same call.
 *
 * <ul>
 *   <li>A kept value holds while its configured value is the one that it replaced; so does a
 *       removal.
 *   <li>Else the configuration wins, with a warning if the two differ: an edited value, a node or
 *       zone that was added at run time and is configured by now, and one that is configured no
 *       longer, which is then not there.
 *   <li>A kept value that cannot be applied any more, because its zone is gone, the ring would have
 *       too many points or, for a deadline, its node is not drained any more, is dropped with a
 *       warning.
 * </ul>
 *
 * <p>A pin to a node that is gone stays, as it does when the node is removed at run time.
 */
public final class Merge {
  private final ClusterSettings configured;
  private final KeptValues kept;
  private final Precedence precedence = new Precedence();
  private final ZoneMerge zones;
  private final NodeMerge nodes;

  private Merge(ClusterSettings configured, KeptValues kept) {
    this.configured = configured;
    this.kept = kept;
    this.zones = new ZoneMerge(configured, kept.topology(), precedence);
    this.nodes = new NodeMerge(configured, kept.topology(), zones, precedence);
  }

  /**
   * The cluster as configured now, with what was kept.
   *
   * @throws io.ballast.ring.TooManyPointsException if the configured weights alone need more points
   *     than a ring may have
   */
  public static Merged of(ClusterSettings configured, KeptValues kept) {
    return new Merge(configured, kept).merged();
  }

  private Merged merged() {
    SetTable<String> sets = affinities();
    Set<String> named = new HashSet<>();
    nodes.nodes().forEach(node -> named.add(node.zone()));
    configured.affinity().rules().forEach(rule -> named.add(rule.zone()));
    sets.forEach((set, zone) -> named.add(zone));
    zones.removeUnnamed(named);
    ClusterSettings merged =
        new ClusterSettings(
            configured.name(),
            zones.zones(),
            nodes.nodes(),
            configured.affinity().withSets(sets),
            pins(),
            configured.defaultWeight(),
            configured.ring());
    return new Merged(resumed(Snapshot.of(merged)), precedence.warnings());
  }

  private SetTable<String> affinities() {
    if (kept.affinities().isEmpty()) {
      return configured.affinity().sets();
    }
    Map<SetId, String> sets = configured.affinity().sets().toMap();
    kept.affinities().forEach((set, value) -> put(sets, set, affinity(set, value, sets.get(set))));
    return SetTable.of(sets);
  }

  private Optional<String> affinity(SetId set, Kept<String> value, String now) {
    String what = "zone of set " + set;
    Optional<String> zone = precedence.settle(what, value, Optional.ofNullable(now), name -> name);
    if (zone.isPresent() && !zones.exists(zone.get())) {
      precedence.dropped(what, zone.get(), "there is no zone " + zone.get() + " any more");
      return Optional.ofNullable(now);
    }
    return zone;
  }

  private Map<SetId, Pin> pins() {
    Map<SetId, Pin> pins = new HashMap<>(configured.pins());
    kept.pins()
        .forEach(
            (set, pin) ->
                put(
                    pins,
                    set,
                    precedence.settle(
                        "pin of set " + set,
                        pin,
                        Optional.ofNullable(pins.get(set)),
                        value -> value.node().orElse("where it is"))));
    return pins;
  }

  private static <V> void put(Map<SetId, V> map, SetId set, Optional<V> value) {
    value.ifPresentOrElse(some -> map.put(set, some), () -> map.remove(set));
  }

  private Snapshot resumed(Snapshot start) {
    SnapshotEditor draft = start.edit();
    for (Ramp ramp : nodes.ramps()) {
      try {
        draft.resume(ramp);
      } catch (ChangeRefused refusal) {
        precedence.dropped(
            "ramp of node " + ramp.node(), NodeMerge.text(ramp), refusal.getMessage());
      }
    }
    nodes
        .deadlines()
        .forEach((node, at) -> holding(draft, new Change.Drain(node, OptionalLong.of(at))));
    kept.topology().rebalance().ifPresent(on -> holding(draft, new Change.Rebalance(on)));
    return draft.build();
  }

  private static void holding(SnapshotEditor draft, Change change) {
    try {
      draft.apply(change);
    } catch (ChangeRefused refusal) {
      throw new IllegalStateException(refusal);
    }
  }
}
