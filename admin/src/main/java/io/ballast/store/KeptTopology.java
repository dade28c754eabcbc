package io.ballast.store;

import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Names;
import io.ballast.cluster.Node;
import io.ballast.cluster.NodeState;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.Zone;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How the nodes and zones of a cluster, and whether it is balanced, differ from its configuration.
 * Immutable.
 *
 * @param zones the backups of zones that were added, removed or given another backup
 * @param nodes nodes that were added, removed, or replaced by one with another address or limit
 * @param weights the weights of the other nodes, unless a ramp has them
 * @param nodeZones the zones of the other nodes
 * @param ramps the ramps, by node
 * @param deadlines the deadlines of drains that have reached weight 0, by node, in milliseconds of
 *     the wall clock
 * @param rebalance whether voluntary moves are allowed, if that was changed
 */
public record KeptTopology(
    SortedMap<String, Kept<String>> zones,
    SortedMap<String, Kept<Node>> nodes,
    SortedMap<String, Kept<Integer>> weights,
    SortedMap<String, Kept<String>> nodeZones,
    SortedMap<String, KeptRamp> ramps,
    SortedMap<String, Long> deadlines,
    Optional<Boolean> rebalance) {
  /** Rebalancing is on in every configuration. */
  static final boolean CONFIGURED_REBALANCE = true;

  /** No difference. */
  static final KeptTopology NONE =
      new KeptTopology(
          sorted(), sorted(), sorted(), sorted(), sorted(), sorted(), Optional.empty());

  /** Copies the maps. */
  public KeptTopology {
    zones = copy(zones);
    nodes = copy(nodes);
    weights = copy(weights);
    nodeZones = copy(nodeZones);
    ramps = copy(ramps);
    deadlines = copy(deadlines);
  }

  /** An empty map in the order of names. */
  static <V> SortedMap<String, V> sorted() {
    return new TreeMap<>(Names.BY_BYTES);
  }

  private static <V> SortedMap<String, V> copy(SortedMap<String, V> map) {
    return Collections.unmodifiableSortedMap(new TreeMap<>(map));
  }

  /** How a cluster differs from its configuration now. */
  static KeptTopology between(ClusterSettings configured, Snapshot now) {
    SortedMap<String, Kept<Node>> nodes = sorted();
    SortedMap<String, Kept<Integer>> weights = sorted();
    SortedMap<String, Kept<String>> nodeZones = sorted();
    SortedMap<String, Node> configuredNodes = nodesByName(configured);
    for (String name : names(configuredNodes, now)) {
      Optional<Node> old = Optional.ofNullable(configuredNodes.get(name));
      Optional<Node> node = now.node(name).map(NodeState::node);
      if (old.isEmpty() || node.isEmpty() || replaced(old.get(), node.get())) {
        put(nodes, name, node, old);
      } else {
        put(nodeZones, name, node.map(Node::zone), old.map(Node::zone));
        if (!now.ramps().containsKey(name)) {
          put(weights, name, node.map(Node::weight), old.map(Node::weight));
        }
      }
    }
    SortedMap<String, KeptRamp> ramps = sorted();
    now.ramps()
        .forEach(
            (name, ramp) ->
                ramps.put(
                    name,
                    new KeptRamp(
                        ramp, Optional.ofNullable(configuredNodes.get(name)).map(Node::weight))));
    return new KeptTopology(
        zonesBetween(configured, now),
        nodes,
        weights,
        nodeZones,
        ramps,
        now.deadlines(),
        now.rebalance() == CONFIGURED_REBALANCE ? Optional.empty() : Optional.of(now.rebalance()));
  }

  private static SortedMap<String, Kept<String>> zonesBetween(
      ClusterSettings configured, Snapshot now) {
    SortedMap<String, String> configuredBackups = backupsByName(configured.zones());
    SortedMap<String, String> backups =
        backupsByName(now.zones().stream().map(state -> state.zone()).toList());
    Set<String> names = new TreeSet<>(Names.BY_BYTES);
    names.addAll(configuredBackups.keySet());
    names.addAll(backups.keySet());
    SortedMap<String, Kept<String>> zones = sorted();
    for (String name : names) {
      put(
          zones,
          name,
          Optional.ofNullable(backups.get(name)),
          Optional.ofNullable(configuredBackups.get(name)));
    }
    return zones;
  }

  private static boolean replaced(Node old, Node node) {
    return !old.withZone(node.zone()).withWeight(node.weight()).equals(node);
  }

  private static Set<String> names(SortedMap<String, Node> configured, Snapshot now) {
    Set<String> names = new TreeSet<>(Names.BY_BYTES);
    names.addAll(configured.keySet());
    now.nodes().forEach(state -> names.add(state.name()));
    return names;
  }

  private static <V> void put(
      SortedMap<String, Kept<V>> map, String name, Optional<V> value, Optional<V> configured) {
    if (!value.equals(configured)) {
      map.put(name, new Kept<>(value, configured));
    }
  }

  /** The configured nodes by name. */
  static SortedMap<String, Node> nodesByName(ClusterSettings configured) {
    SortedMap<String, Node> nodes = sorted();
    configured.nodes().forEach(node -> nodes.put(node.name(), node));
    return nodes;
  }

  /** The backups of zones by zone; {@code default}, which never changes, is not among them. */
  static SortedMap<String, String> backupsByName(List<Zone> zones) {
    SortedMap<String, String> backups = sorted();
    for (Zone zone : zones) {
      if (!zone.name().equals(Zone.DEFAULT)) {
        backups.put(zone.name(), zone.backup());
      }
    }
    return backups;
  }
}
