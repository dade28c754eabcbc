package io.ballast.store;

import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Names;
import io.ballast.cluster.Node;
import io.ballast.cluster.NodeState;
import io.ballast.cluster.Pin;
import io.ballast.cluster.SetId;
import io.ballast.cluster.SetTable;
import io.ballast.cluster.Snapshot;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Tells for every value of a cluster whether it is configured or was set at run time. Pure; it
 * lives within one call.
 */
public final class ConfigValues {
  private final ClusterSettings configured;
  private final Snapshot now;
  private final Consumer<ConfigValue> visitor;

  private ConfigValues(ClusterSettings configured, Snapshot now, Consumer<ConfigValue> visitor) {
    this.configured = configured;
    this.now = now;
    this.visitor = visitor;
  }

  /**
   * Hands each value to the visitor: zones, nodes, affinities and pins of single sets, each sorted,
   * then whether the cluster is rebalanced. The values are made one by one, so the visitor may
   * stream them.
   */
  public static void visit(
      ClusterSettings configured, Snapshot now, Consumer<ConfigValue> visitor) {
    ConfigValues values = new ConfigValues(configured, now, visitor);
    values.zones();
    values.nodes();
    values.sets(
        "affinity.sets.", configured.affinity().sets(), now.affinity().sets(), ConfigText::value);
    values.sets("affinity.pinned.", SetTable.of(configured.pins()), now.pins(), ConfigValues::text);
    values.value(
        "rebalance",
        Optional.of(onOff(now.rebalance())),
        Optional.of(onOff(KeptTopology.CONFIGURED_REBALANCE)));
  }

  private void zones() {
    SortedMap<String, String> old = KeptTopology.backupsByName(configured.zones());
    SortedMap<String, String> backups =
        KeptTopology.backupsByName(now.zones().stream().map(state -> state.zone()).toList());
    Set<String> names = new TreeSet<>(Names.BY_BYTES);
    names.addAll(old.keySet());
    names.addAll(backups.keySet());
    for (String name : names) {
      value(
          "zones." + ConfigText.key(name) + ".backup",
          Optional.ofNullable(backups.get(name)).map(ConfigText::value),
          Optional.ofNullable(old.get(name)).map(ConfigText::value));
    }
  }

  private void nodes() {
    SortedMap<String, Node> old = KeptTopology.nodesByName(configured);
    Set<String> names = new TreeSet<>(Names.BY_BYTES);
    names.addAll(old.keySet());
    now.nodes().forEach(state -> names.add(state.name()));
    for (String name : names) {
      node(name, now.node(name).map(NodeState::node), Optional.ofNullable(old.get(name)));
    }
  }

  private void node(String name, Optional<Node> node, Optional<Node> old) {
    String key = "nodes." + ConfigText.key(name);
    if (node.isEmpty()) {
      value(key, Optional.empty(), old.map(NodeMerge::text));
      return;
    }
    BiFunction<Optional<Node>, Function<Node, Object>, Optional<String>> part =
        (of, get) -> of.map(get).map(String::valueOf).map(ConfigText::value);
    value(key + ".address", part.apply(node, Node::address), part.apply(old, Node::address));
    value(key + ".zone", part.apply(node, Node::zone), part.apply(old, Node::zone));
    value(key + ".weight", part.apply(node, Node::weight), part.apply(old, Node::weight));
    value(
        key + ".max-sessions",
        part.apply(node, Node::maxSessions),
        part.apply(old, Node::maxSessions));
    Optional.ofNullable(now.ramps().get(name))
        .ifPresent(
            ramp -> value(key + ".ramp", Optional.of(NodeMerge.text(ramp)), Optional.empty()));
    now.deadline(name)
        .ifPresent(
            at -> value(key + ".deadline", Optional.of(StateText.time(at)), Optional.empty()));
  }

  private <V> void sets(
      String prefix, SetTable<V> old, SetTable<V> values, Function<V, String> description) {
    Set<SetId> sets = new TreeSet<>();
    old.forEach((set, value) -> sets.add(set));
    values.forEach((set, value) -> sets.add(set));
    for (SetId set : sets) {
      value(
          prefix + Quoted.key(set.bytes()),
          Optional.ofNullable(values.get(set)).map(description),
          Optional.ofNullable(old.get(set)).map(description));
    }
  }

  private void value(String key, Optional<String> value, Optional<String> old) {
    visitor.accept(new ConfigValue(key, value, old));
  }

  private static String text(Pin pin) {
    return pin.node().map(ConfigText::value).orElse("where it is");
  }

  private static String onOff(boolean on) {
    return on ? "on" : "off";
  }
}
