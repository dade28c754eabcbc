package io.ballast.cluster;

import io.ballast.ring.RingSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A cluster as it is configured, before any change at run time.
 *
 * @param name the cluster's name
 * @param zones the zones; {@code default} is added if it is not among them
 * @param nodes the nodes
 * @param affinity the zones of sets
 * @param pins the sets that must not be moved
 * @param defaultWeight the weight of a node that is added without one
 * @param ring how points are placed
 */
public record ClusterSettings(
    String name,
    List<Zone> zones,
    List<Node> nodes,
    Affinity affinity,
    Map<SetId, Pin> pins,
    int defaultWeight,
    RingSettings ring) {
  /** The weight of a node that has none of its own: one weight unit is about 1 % of its share. */
  public static final int DEFAULT_WEIGHT = 100;

  /**
   * @throws IllegalArgumentException if a name is malformed or used twice, or a zone is named that
   *     does not exist
   */
  public ClusterSettings {
    Names.check("cluster", name);
    zones = List.copyOf(zones);
    nodes = List.copyOf(nodes);
    pins = Map.copyOf(pins);
    Node.checkWeight(defaultWeight);
    Set<String> zoneNames = new HashSet<>(Set.of(Zone.DEFAULT));
    for (Zone zone : zones) {
      if (!zoneNames.add(zone.name()) && !zone.name().equals(Zone.DEFAULT)) {
        throw new IllegalArgumentException("zone " + zone.name() + ": it is there twice");
      }
    }
    for (Zone zone : zones) {
      requireZone(zoneNames, zone.backup(), "backup of zone " + zone.name());
    }
    Set<String> nodeNames = new HashSet<>();
    for (Node node : nodes) {
      requireZone(zoneNames, node.zone(), "zone of node " + node.name());
      if (!nodeNames.add(node.name())) {
        throw new IllegalArgumentException("node " + node.name() + ": it is there twice");
      }
    }
    affinity.rules().forEach(rule -> requireZone(zoneNames, rule.zone(), "zone of a rule"));
    affinity.sets().forEach((set, zone) -> requireZone(zoneNames, zone, "zone of set " + set));
  }

  /** A cluster without zones and affinities of its own. */
  public static ClusterSettings of(String name, List<Node> nodes) {
    return new ClusterSettings(
        name, List.of(), nodes, Affinity.NONE, Map.of(), DEFAULT_WEIGHT, RingSettings.DEFAULT);
  }

  /** This with other nodes. */
  public ClusterSettings withNodes(List<Node> others) {
    return new ClusterSettings(name, zones, others, affinity, pins, defaultWeight, ring);
  }

  private static void requireZone(Set<String> zones, String zone, String where) {
    if (!zones.contains(zone)) {
      throw new IllegalArgumentException(
          where
              + " = "
              + zone
              + ": there is no such zone; add it to zones, or choose one of "
              + zones.stream().sorted(Names.BY_BYTES).toList());
    }
  }
}
