package io.ballast.cluster;

import io.ballast.ring.RingSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A snapshot being written: changes are applied in order, then the rings that differ are made once.
 * A change that is refused leaves the draft as it was. Not thread-safe; it lives within one call of
 * its maker.
 */
public final class SnapshotEditor {
  final String cluster;
  final SortedMap<String, NodeState> nodes = new TreeMap<>(Names.BY_BYTES);
  final SortedMap<String, Zone> zones = new TreeMap<>(Names.BY_BYTES);
  final SortedMap<String, Ramp> ramps = new TreeMap<>(Names.BY_BYTES);
  // Of nodes with weight 0 and no ramp; a ramp has its own.
  final SortedMap<String, Long> deadlines = new TreeMap<>(Names.BY_BYTES);
  int defaultWeight;
  RingSettings ringSettings;
  Affinity affinity;
  SetTable<Pin> pins;
  boolean rebalance;
  long version;
  final Snapshot before;
  // Whether a snapshot as late as the one this started from was published meanwhile.
  private boolean overtaken;
  // Whether it is to be a snapshot of its own even if nothing in it differs.
  private boolean reconfigured;

  SnapshotEditor(ClusterSettings settings) {
    this.before = null;
    this.cluster = settings.name();
    this.version = 0;
    this.zones.put(Zone.DEFAULT, new Zone(Zone.DEFAULT));
    settings.zones().forEach(zone -> zones.put(zone.name(), zone));
    settings.nodes().forEach(node -> nodes.put(node.name(), new NodeState(node, Health.UP)));
    this.affinity = settings.affinity();
    this.pins = SetTable.of(settings.pins());
    this.rebalance = true;
    this.defaultWeight = settings.defaultWeight();
    this.ringSettings = settings.ring();
  }

  SnapshotEditor(Snapshot before) {
    this.before = before;
    this.cluster = before.cluster();
    this.version = before.version() + 1;
    this.nodes.putAll(before.nodesByName());
    before.zones().forEach(zone -> zones.put(zone.name(), zone.zone()));
    this.ramps.putAll(before.rampsByNode());
    this.deadlines.putAll(before.deadlines());
    this.affinity = before.affinity();
    this.pins = before.pins();
    this.rebalance = before.rebalance();
    this.defaultWeight = before.defaultWeight();
    this.ringSettings = before.ringSettings();
  }

  /** The snapshot as edited, or the one it started from if nothing differs. */
  public Snapshot build() {
    return before != null && unchanged()
        ? before
        : new Snapshot(this, new ZoneRings(this).zoneStates());
  }

  private boolean unchanged() {
    return !overtaken
        && !reconfigured
        && nodes.equals(before.nodesByName())
        && ramps.equals(before.rampsByNode())
        && deadlines.equals(before.deadlines())
        && affinity.equals(before.affinity())
        && pins == before.pins()
        && rebalance == before.rebalance()
        && zones.size() == before.zones().size()
        && before.zones().stream().allMatch(zone -> zone.zone().equals(zones.get(zone.name())));
  }

  /**
   * Applies a change.
   *
   * @throws ChangeRefused if it cannot be made; the draft is as it was
   */
  public void apply(Change change) throws ChangeRefused {
    change.apply(this);
  }

  /**
   * Goes on with a ramp that had taken steps before a restart; its node gets the weight reached.
   *
   * @throws ChangeRefused if there is no such node, or the ramp's last weight is too much
   */
  public void resume(Ramp ramp) throws ChangeRefused {
    NodeState state = requireNode(ramp.node());
    takeStep(state, ramp);
  }

  /** Puts in a node that the draft lacks; its zone must be there. */
  public void keep(Node node) {
    nodes.put(node.name(), new NodeState(node, Health.UP));
  }

  void addNode(Node node) throws ChangeRefused {
    requireZone(node.zone());
    NodeState old = nodes.get(node.name());
    if (old != null && !old.node().equals(node)) {
      throw ChangeRefused.conflict(
          "node "
              + node.name()
              + " is there already with other values: "
              + old.node().address()
              + " weight "
              + old.node().weight()
              + " zone "
              + old.node().zone()
              + "; change those with SETWEIGHT and MOVE_NODE, or remove it first");
    }
    ZoneRings.check(this, node);
    nodes.putIfAbsent(node.name(), new NodeState(node, Health.UP));
  }

  void removeNode(String name) throws ChangeRefused {
    requireNode(name);
    nodes.remove(name);
    ramps.remove(name);
    deadlines.remove(name);
  }

  void setWeight(String name, int weight) throws ChangeRefused {
    changeWeight(requireNode(name), weight);
    endRamp(name);
  }

  /** Weight 0, at once; without a deadline of its own the drain keeps the one that it has. */
  void drain(String name, OptionalLong deadlineMillis) throws ChangeRefused {
    setWeight(name, 0);
    deadlineMillis.ifPresent(at -> deadlines.put(name, at));
  }

  private void changeWeight(NodeState state, int weight) throws ChangeRefused {
    replace(state, state.node().withWeight(weight));
    if (weight > 0) {
      deadlines.remove(state.name());
    }
  }

  /** Ends a ramp where it is; a node that is at weight 0 takes over the ramp's deadline. */
  private void endRamp(String name) {
    Ramp ramp = ramps.remove(name);
    if (ramp != null && nodes.get(name).node().weight() == 0) {
      ramp.deadlineMillis().ifPresent(at -> deadlines.put(name, at));
    }
  }

  void moveNode(String name, String zone) throws ChangeRefused {
    NodeState state = requireNode(name);
    requireZone(zone);
    replace(state, state.node().withZone(zone));
  }

  private void replace(NodeState state, Node node) throws ChangeRefused {
    ZoneRings.check(this, node);
    nodes.put(node.name(), new NodeState(node, state.health()));
  }

  void setHealth(String name, Health health) {
    nodes.computeIfPresent(name, (key, state) -> new NodeState(state.node(), health));
  }

  void setZone(SetId set, String zone) throws ChangeRefused {
    requireZone(zone);
    if (!zone.equals(affinity.sets().get(set))) {
      affinity = affinity.with(set, zone);
    }
  }

  void pin(SetId set, Optional<String> node) throws ChangeRefused {
    if (node.isPresent()) {
      requireNode(node.get());
    }
    Pin pin = new Pin(node);
    if (!pin.equals(pins.get(set))) {
      pins = pins.with(set, pin);
    }
  }

  void unpin(SetId set) throws ChangeRefused {
    Optional<String> pattern = affinity.pinning(set);
    if (pins.get(set) == null && pattern.isPresent()) {
      throw ChangeRefused.pinnedBy(pattern.get(), set);
    }
    pins = pins.without(set);
  }

  void startRamp(Ramp ramp) throws ChangeRefused {
    NodeState state = requireNode(ramp.node());
    if (ramps.containsKey(ramp.node())) {
      throw ChangeRefused.conflict(
          "node "
              + ramp.node()
              + " has a ramp already; CANCEL it first, or SETWEIGHT without OVER ends it");
    }
    if (state.node().weight() != ramp.from()) {
      throw ChangeRefused.conflict(
          "weight of "
              + ramp.node()
              + " is "
              + state.node().weight()
              + " by now; give the command again");
    }
    takeStep(state, ramp.stepped());
  }

  void stepRamp(String name, int step) throws ChangeRefused {
    NodeState state = requireNode(name);
    Ramp ramp = ramps.get(name);
    if (ramp == null || ramp.done() + 1 != step) {
      throw ChangeRefused.conflict("node " + name + " has no ramp whose next step is " + step);
    }
    takeStep(state, ramp.stepped());
  }

  private void takeStep(NodeState state, Ramp ramp) throws ChangeRefused {
    ZoneRings.check(this, state.node().withWeight(ramp.to()));
    changeWeight(state, ramp.weight());
    ramps.put(ramp.node(), ramp);
    if (ramp.finished()) {
      endRamp(ramp.node());
    }
  }

  void cancelRamp(String name) throws ChangeRefused {
    NodeState state = requireNode(name);
    if (ramps.remove(name) == null) {
      throw ChangeRefused.notFound(
          "node "
              + name
              + " has no ramp to cancel; its weight is "
              + state.node().weight()
              + ", SETWEIGHT changes it");
    }
  }

  /** Takes the health of the nodes from another snapshot, and a version later than its. */
  void takeHealth(Snapshot current) {
    overtaken = current != before && current.version() >= before.version();
    version = Math.max(version, current.version() + 1);
    current.nodes().forEach(state -> setHealth(state.name(), state.health()));
  }

  /** Takes everything but the health of nodes and the version from another snapshot. */
  void become(Snapshot target) {
    Map<String, NodeState> old = new HashMap<>(nodes);
    nodes.clear();
    nodes.putAll(target.nodesByName());
    old.values().forEach(state -> setHealth(state.name(), state.health()));
    zones.clear();
    target.zones().forEach(zone -> zones.put(zone.name(), zone.zone()));
    ramps.clear();
    ramps.putAll(target.rampsByNode());
    deadlines.clear();
    deadlines.putAll(target.deadlines());
    affinity = target.affinity();
    pins = target.pins();
    rebalance = target.rebalance();
    defaultWeight = target.defaultWeight();
    ringSettings = target.ringSettings();
    reconfigured = true;
  }

  void rebalance(boolean on) {
    rebalance = on;
  }

  private NodeState requireNode(String name) throws ChangeRefused {
    NodeState state = nodes.get(name);
    if (state == null) {
      throw ChangeRefused.notFound("there is no node " + name + "; NODES lists them");
    }
    return state;
  }

  void requireZone(String name) throws ChangeRefused {
    if (!zones.containsKey(name)) {
      throw ChangeRefused.notFound(
          "there is no zone " + name + "; ZONES lists them, ADD_ZONE makes one");
    }
  }
}
