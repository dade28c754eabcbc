package io.ballast.loadtest.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a scenario starts from.
 *
 * @param nodes in the order in which they are shown
 * @param sets how many sets each zone has
 */
public record Layout(List<Member> nodes, Map<String, Integer> sets) {
  /** The zone that every cluster has. */
  public static final String DEFAULT_ZONE = "default";

  /** A node as it is configured. */
  public record Member(String name, String zone, int weight) {}

  /** Keeps nodes and sets as they are now. */
  public Layout {
    nodes = List.copyOf(nodes);
    sets = Map.copyOf(sets);
  }

  /** Nodes {@code n1}, {@code n2} and so on, in one zone. */
  static Layout even(int sets, int... weights) {
    List<Member> nodes = new ArrayList<>();
    for (int weight : weights) {
      nodes.add(new Member("n" + (nodes.size() + 1), DEFAULT_ZONE, weight));
    }
    return new Layout(nodes, Map.of(DEFAULT_ZONE, sets));
  }

  /** How many sets there are. */
  public int totalSets() {
    return sets.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The identities of all sets: the name of their zone, and a number from 1. */
  public List<String> identities() {
    List<String> identities = new ArrayList<>(totalSets());
    sets.forEach(
        (zone, size) -> {
          for (int i = 1; i <= size; i++) {
            identities.add(zone + "-" + i);
          }
        });
    return identities;
  }

  /** The names of the nodes. */
  public List<String> names() {
    return nodes.stream().map(Member::name).toList();
  }

  /** The nodes of a zone. */
  public List<Member> nodesOf(String zone) {
    return nodes.stream().filter(node -> node.zone().equals(zone)).toList();
  }

  /** The zones other than the one that is always there. */
  List<String> ownZones() {
    return nodes.stream()
        .map(Member::zone)
        .filter(zone -> !zone.equals(DEFAULT_ZONE))
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * How many of its zone's sets each node should have: in proportion to its weight, whatever its
   * health.
   *
   * @param weights the present weights
   */
  Map<String, Double> targets(Map<String, Long> weights) {
    Map<String, Double> targets = new LinkedHashMap<>();
    for (Member node : nodes) {
      double total =
          nodesOf(node.zone()).stream().mapToLong(n -> weights.getOrDefault(n.name(), 0L)).sum();
      long weight = weights.getOrDefault(node.name(), 0L);
      int own = sets.getOrDefault(node.zone(), 0);
      targets.put(node.name(), total == 0 ? 0 : own * weight / total);
    }
    return targets;
  }
}
