package io.ballast.cluster;

import io.ballast.ring.RingSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * A cluster at one moment: its nodes with their health, zones with their rings, affinities, pins,
 * ramps and deadlines of drains. Immutable; placement and balancing read one and take no lock. A
 * later snapshot has a higher version.
 */
public final class Snapshot {
  private final String cluster;
  private final long version;
  private final SortedMap<String, NodeState> nodes;
  private final SortedMap<String, ZoneState> zones;
  private final Map<String, List<ZoneState>> chains = new HashMap<>();
  private final Affinity affinity;
  private final SetTable<Pin> pins;
  private final SortedMap<String, Ramp> ramps;
  private final SortedMap<String, Long> deadlines;
  private final boolean rebalance;
  private final int defaultWeight;
  private final RingSettings ringSettings;

  Snapshot(SnapshotEditor draft, SortedMap<String, ZoneState> zones) {
    this.cluster = draft.cluster;
    this.version = draft.version;
    this.nodes = Collections.unmodifiableSortedMap(draft.nodes);
    this.zones = Collections.unmodifiableSortedMap(zones);
    zones.forEach((name, zone) -> chains.put(name, chainFrom(zone)));
    this.affinity = draft.affinity;
    this.pins = draft.pins;
    this.ramps = Collections.unmodifiableSortedMap(draft.ramps);
    this.deadlines = Collections.unmodifiableSortedMap(draft.deadlines);
    this.rebalance = draft.rebalance;
    this.defaultWeight = draft.defaultWeight;
    this.ringSettings = draft.ringSettings;
  }

  /**
   * The first snapshot of a cluster: every node up, no ramp, rebalancing on.
   *
   * @throws io.ballast.ring.TooManyPointsException if the weights need more points than a ring may
   *     have
   */
  public static Snapshot of(ClusterSettings settings) {
    return new SnapshotEditor(settings).build();
  }

  /**
   * This snapshot with a change applied. Pure: a dry run is a call of this.
   *
   * @throws ChangeRefused if the change cannot be made
   */
  public Snapshot with(Change change) throws ChangeRefused {
    SnapshotEditor draft = edit();
    change.apply(draft);
    return draft.build();
  }

  /** This snapshot with a node's health changed; a node that is not there changes nothing. */
  public Snapshot withHealth(String node, Health health) {
    SnapshotEditor draft = edit();
    draft.setHealth(node, health);
    return draft.build();
  }

  /** This snapshot with the health that nodes have in another, which it is to take the place of. */
  Snapshot withHealthOf(Snapshot current) {
    SnapshotEditor draft = edit();
    draft.takeHealth(current);
    return draft.build();
  }

  /** A draft to which several changes can be applied before the rings are made. */
  public SnapshotEditor edit() {
    return new SnapshotEditor(this);
  }

  /** The cluster's name. */
  public String cluster() {
    return cluster;
  }

  /** How many snapshots came before. */
  public long version() {
    return version;
  }

  /** All nodes, sorted by name. */
  public Collection<NodeState> nodes() {
    return nodes.values();
  }

  SortedMap<String, NodeState> nodesByName() {
    return nodes;
  }

  /** The node of that name. */
  public Optional<NodeState> node(String name) {
    return Optional.ofNullable(nodes.get(name));
  }

  /** All zones, sorted by name. */
  public Collection<ZoneState> zones() {
    return zones.values();
  }

  SortedMap<String, ZoneState> zonesByName() {
    return zones;
  }

  /** The zone of that name. */
  public Optional<ZoneState> zone(String name) {
    return Optional.ofNullable(zones.get(name));
  }

  /** The zone {@code default}. */
  public ZoneState defaultZone() {
    return zones.get(Zone.DEFAULT);
  }

  /** The zone of that name, or {@code default} if there is none: a session's zone may be gone. */
  public ZoneState zoneOrDefault(String name) {
    ZoneState zone = zones.get(name);
    return zone == null ? defaultZone() : zone;
  }

  /**
   * The zones that a set of this zone may be placed in, in order: its own, its backup, {@code
   * default}; each once.
   *
   * @param zone one of this snapshot
   */
  public List<ZoneState> chain(ZoneState zone) {
    return chains.get(zone.name());
  }

  private List<ZoneState> chainFrom(ZoneState zone) {
    List<ZoneState> chain = new ArrayList<>(3);
    chain.add(zone);
    ZoneState backup = zoneOrDefault(zone.zone().backup());
    if (backup != zone) {
      chain.add(backup);
    }
    if (!chain.contains(defaultZone())) {
      chain.add(defaultZone());
    }
    return List.copyOf(chain);
  }

  /** The zones of sets. */
  public Affinity affinity() {
    return affinity;
  }

  /** The set's own pin, else the one that a pattern gives it, if any. */
  public Optional<Pin> pin(SetId set) {
    Pin own = pins.get(set);
    return own != null ? Optional.of(own) : affinity.pinning(set).map(pattern -> Pin.ANYWHERE);
  }

  /** The sets with a pin of their own. */
  public SetTable<Pin> pins() {
    return pins;
  }

  /** The ramps that have steps left, by node. */
  public Map<String, Ramp> ramps() {
    return ramps;
  }

  SortedMap<String, Ramp> rampsByNode() {
    return ramps;
  }

  /**
   * The deadlines of drains that have reached weight 0, by node, in milliseconds of the wall clock:
   * when the sessions still there are to be told of. A ramp on its way to 0 has its own.
   */
  public SortedMap<String, Long> deadlines() {
    return deadlines;
  }

  /** The deadline of a node's drain, whether its ramp is on the way to 0 or it is there. */
  public OptionalLong deadline(String node) {
    Ramp ramp = ramps.get(node);
    if (ramp != null) {
      return ramp.deadlineMillis();
    }
    Long at = deadlines.get(node);
    return at == null ? OptionalLong.empty() : OptionalLong.of(at);
  }

  /** Whether voluntary moves are allowed. */
  public boolean rebalance() {
    return rebalance;
  }

  /** The weight of a node that is added without one. */
  public int defaultWeight() {
    return defaultWeight;
  }

  /** How points are placed. */
  public RingSettings ringSettings() {
    return ringSettings;
  }

  /**
   * The zones whose sets would have no node of a weight above 0, in the zone or its backups, if
   * this node's weight were 0; sorted by name. Health does not count: it may be back in a second.
   */
  public List<String> zonesEmptiedBy(String node) {
    List<String> emptied = new ArrayList<>();
    for (ZoneState zone : zones.values()) {
      boolean served = false;
      boolean servedWithout = false;
      for (ZoneState link : chain(zone)) {
        for (int i = 0; i < link.size(); i++) {
          boolean serves = link.member(i).node().weight() > 0;
          served |= serves;
          servedWithout |= serves && !link.member(i).name().equals(node);
        }
      }
      if (served && !servedWithout) {
        emptied.add(zone.name());
      }
    }
    return emptied;
  }

  String weightText(String node) {
    NodeState state = nodes.get(node);
    return state == null ? "none" : String.valueOf(state.node().weight());
  }

  static String pinText(Optional<Pin> pin) {
    return pin.map(Snapshot::pinText).orElse("none");
  }

  static String pinText(Pin pin) {
    return pin.node().orElse("where it is");
  }
}
