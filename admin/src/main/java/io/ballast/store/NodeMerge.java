package io.ballast.store;

import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Node;
import io.ballast.cluster.Ramp;
import io.ballast.ring.RingSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** The nodes of a merge, with their weights, zones and ramps. Lives within one merge. */
final class NodeMerge {
  private final SortedMap<String, Node> configured;
  private final SortedMap<String, Node> nodes = KeptTopology.sorted();
  private final List<Ramp> ramps = new ArrayList<>();
  private final SortedMap<String, Long> deadlines = KeptTopology.sorted();
  private final RingSettings ring;
  private final ZoneMerge zones;
  private final Precedence precedence;

  NodeMerge(ClusterSettings configured, KeptTopology kept, ZoneMerge zones, Precedence precedence) {
    this.configured = KeptTopology.nodesByName(configured);
    this.ring = configured.ring();
    this.zones = zones;
    this.precedence = precedence;
    nodes.putAll(this.configured);
    kept.nodes().forEach(this::settleNode);
    kept.nodeZones().forEach(this::settleZone);
    kept.weights().forEach(this::settleWeight);
    kept.ramps().values().forEach(this::settleRamp);
    dropWhatDoesNotFit();
    kept.deadlines().forEach(this::settleDeadline);
  }

  private Optional<Node> configured(String name) {
    return Optional.ofNullable(configured.get(name));
  }

  private void settleNode(String name, Kept<Node> kept) {
    Optional<Node> now = configured(name);
    Optional<Node> node = precedence.settle("node " + name, kept, now, NodeMerge::text);
    if (node.isPresent() && !zones.exists(node.get().zone())) {
      precedence.dropped("node " + name, text(node.get()), noZone(node.get().zone()));
      node = now;
    }
    node.ifPresentOrElse(value -> nodes.put(name, value), () -> nodes.remove(name));
  }

  private void settleZone(String name, Kept<String> kept) {
    String what = "zone of node " + name;
    Optional<String> now = configured(name).map(Node::zone);
    Optional<String> zone = precedence.settle(what, kept, now, value -> value);
    if (zone.isPresent() && !zones.exists(zone.get())) {
      precedence.dropped(what, zone.get(), noZone(zone.get()));
      zone = now;
    }
    zone.ifPresent(value -> nodes.computeIfPresent(name, (key, node) -> node.withZone(value)));
  }

  private void settleWeight(String name, Kept<Integer> kept) {
    precedence
        .settle("weight of node " + name, kept, configured(name).map(Node::weight), String::valueOf)
        .ifPresent(weight -> nodes.computeIfPresent(name, (key, node) -> node.withWeight(weight)));
  }

  private void settleRamp(KeptRamp kept) {
    Ramp ramp = kept.ramp();
    Optional<Integer> now = configured(ramp.node()).map(Node::weight);
    String what = "ramp of node " + ramp.node();
    if (!kept.configured().equals(now)) {
      precedence.edited(
          what, text(ramp), "weight " + weight(kept.configured()), "weight " + weight(now));
    } else if (!nodes.containsKey(ramp.node())) {
      precedence.dropped(what, text(ramp), "there is no node " + ramp.node() + " any more");
    } else {
      nodes.computeIfPresent(ramp.node(), (name, node) -> node.withWeight(ramp.weight()));
      ramps.add(ramp);
    }
  }

  /** A deadline holds as long as the drain: its node's weight may be another by now. */
  private void settleDeadline(String name, long atMillis) {
    String what = "deadline of the drain of node " + name;
    Node node = nodes.get(name);
    if (node == null) {
      precedence.dropped(what, StateText.time(atMillis), "there is no node " + name + " any more");
    } else if (node.weight() > 0 || ramps.stream().anyMatch(ramp -> ramp.node().equals(name))) {
      precedence.dropped(what, StateText.time(atMillis), "the node is not drained any more");
    } else {
      deadlines.put(name, atMillis);
    }
  }

  /** Takes back what was set at run time, heaviest node first, until every zone's ring is legal. */
  private void dropWhatDoesNotFit() {
    for (Optional<Node> node = misfit(); node.isPresent(); node = misfit()) {
      String name = node.get().name();
      precedence.dropped(
          "node " + name,
          text(node.get()),
          "with what is configured now zone "
              + node.get().zone()
              + " would have more than max-points = "
              + ring.maxPoints());
      ramps.removeIf(ramp -> ramp.node().equals(name));
      configured(name).ifPresentOrElse(old -> nodes.put(name, old), () -> nodes.remove(name));
    }
  }

  /** The heaviest node that was changed at run time in a zone with too many points. */
  private Optional<Node> misfit() {
    Map<String, Long> weights = new HashMap<>();
    nodes.values().forEach(node -> weights.merge(node.zone(), (long) node.weight(), Long::sum));
    return nodes.values().stream()
        .filter(node -> weights.get(node.zone()) * ring.pointsPerWeight() > ring.maxPoints())
        .filter(node -> !node.equals(configured.get(node.name())))
        .max(Comparator.comparingInt(Node::weight));
  }

  /** The nodes as merged. */
  List<Node> nodes() {
    return List.copyOf(nodes.values());
  }

  /** The ramps that go on; their nodes have the weights that they have reached. */
  List<Ramp> ramps() {
    return ramps;
  }

  /** The deadlines that hold; their nodes have weight 0 and no ramp. */
  SortedMap<String, Long> deadlines() {
    return deadlines;
  }

  private static String noZone(String zone) {
    return "there is no zone " + zone + " any more";
  }

  private static String weight(Optional<Integer> weight) {
    return weight.map(String::valueOf).orElse("none");
  }

  /** A node's values for people. */
  static String text(Node node) {
    return node.address()
        + " zone "
        + node.zone()
        + " weight "
        + node.weight()
        + " max-sessions "
        + node.maxSessions();
  }

  /** A ramp for people. */
  static String text(Ramp ramp) {
    return "weight "
        + ramp.from()
        + " to "
        + ramp.to()
        + ", "
        + ramp.done()
        + " of "
        + ramp.steps()
        + " steps done";
  }
}
