package io.ballast.store;

import io.ballast.cluster.Affinity;
import io.ballast.cluster.AffinityRule;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Network;
import io.ballast.cluster.Node;
import io.ballast.cluster.Pin;
import io.ballast.cluster.Ramp;
import io.ballast.cluster.SetId;
import io.ballast.cluster.SetTable;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.Zone;
import io.ballast.ring.RingSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** Random configurations and changes over a few names, so that they often meet. */
final class RandomClusters {
  private static final List<String> ZONES =
      List.of("default", "asia", "North America", "\"quoted\" \\ zone", "zürich", "none");
  private static final List<String> NODES =
      List.of("a", "b", "c d", "e\"f", "g, configured none", "h-1", "ü");
  private static final RingSettings SMALL_RING = new RingSettings(2, 1600);

  private final Random random;

  RandomClusters(long seed) {
    random = new Random(seed);
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  ClusterSettings configuration(String name) {
    List<Zone> zones = new ArrayList<>();
    for (String zone : ZONES) {
      if (!zone.equals(Zone.DEFAULT) && random.nextBoolean()) {
        zones.add(new Zone(zone));
      }
    }
    List<String> names =
        Stream.concat(Stream.of(Zone.DEFAULT), zones.stream().map(Zone::name)).toList();
    zones.replaceAll(zone -> random.nextBoolean() ? zone : backedUp(zone, one(names)));
    List<Node> nodes = new ArrayList<>();
    for (String node : NODES) {
      if (random.nextBoolean()) {
        nodes.add(node(node, one(names)));
      }
    }
    Map<SetId, String> sets = new HashMap<>();
    Map<SetId, Pin> pins = new HashMap<>();
    for (int i = 0; i < 4; i++) {
      sets.put(set(), one(names));
      pins.put(set(), new Pin(Optional.empty()));
    }
    return new ClusterSettings(
        name, zones, nodes, new Affinity(rules(names), SetTable.of(sets)), pins, 100, SMALL_RING);
  }

  private List<AffinityRule> rules(List<String> zones) {
    return random.nextBoolean()
        ? List.of()
        : List.of(
            new AffinityRule(
                Optional.of(Network.parse("10.0.0.0/8")),
                Optional.empty(),
                Optional.empty(),
                one(zones)));
  }

  private static Zone backedUp(Zone zone, String backup) {
    return backup.equals(zone.name()) ? zone : new Zone(zone.name(), backup);
  }

  /** A configuration that an operator may have made of this one. */
  ClusterSettings edited(ClusterSettings old) {
    ClusterSettings other = configuration(old.name());
    Map<String, Node> nodes = new HashMap<>();
    Map<String, Zone> zones = new HashMap<>();
    other.zones().forEach(zone -> zones.put(zone.name(), zone));
    Set<String> names = new HashSet<>(zones.keySet());
    names.add(Zone.DEFAULT);
    other.nodes().forEach(node -> nodes.put(node.name(), node));
    for (Node node : old.nodes()) {
      if (random.nextInt(4) > 0 && names.contains(node.zone())) {
        nodes.put(node.name(), node);
      }
    }
    return new ClusterSettings(
        old.name(),
        other.zones(),
        List.copyOf(nodes.values()),
        other.affinity(),
        random.nextBoolean() ? old.pins() : other.pins(),
        100,
        SMALL_RING);
  }

  /** The cluster after that many changes, of which some are refused. */
  Snapshot changed(Snapshot start, int changes) {
    Snapshot now = start;
    for (int i = 0; i < changes; i++) {
      now = changed(now, change(now));
    }
    return now;
  }

  static Snapshot changed(Snapshot snapshot, Change change) {
    try {
      return snapshot.with(change);
    } catch (ChangeRefused e) {
      return snapshot;
    }
  }

  Change change(Snapshot now) {
    String node = one(NODES);
    String zone = one(ZONES);
    return switch (random.nextInt(16)) {
      case 0 -> new Change.AddNode(node(node, zone));
      case 1 -> new Change.RemoveNode(node);
      case 2, 3 -> new Change.SetWeight(node, weight());
      case 4 -> new Change.MoveNode(node, zone);
      case 5 -> new Change.AddZone(backedUp(new Zone(notDefault(zone)), one(ZONES)));
      case 6 -> new Change.RemoveZone(zone);
      case 7 -> new Change.SetBackup(zone, one(ZONES));
      case 8 -> new Change.SetZone(set(), zone);
      case 9 ->
          new Change.PinSet(set(), random.nextBoolean() ? Optional.empty() : Optional.of(node));
      case 10 -> new Change.UnpinSet(set());
      case 11 -> ramp(now, node);
      case 12 -> step(now, node);
      case 13, 14 -> new Change.Drain(node, deadline());
      default -> new Change.Rebalance(random.nextBoolean());
    };
  }

  private static String notDefault(String zone) {
    return zone.equals(Zone.DEFAULT) ? "asia" : zone;
  }

  private Change ramp(Snapshot now, String node) {
    int from = now.node(node).map(state -> state.node().weight()).orElse(0);
    int to = from == 7 ? 0 : 7;
    int steps = 1 + random.nextInt(Math.abs(to - from));
    return new Change.StartRamp(
        new Ramp(node, from, to, steps, 0, 1 + random.nextInt(100_000), deadline()));
  }

  private OptionalLong deadline() {
    return random.nextBoolean()
        ? OptionalLong.empty()
        : OptionalLong.of(random.nextLong(4_000_000_000_000L));
  }

  private static Change step(Snapshot now, String node) {
    Ramp ramp = now.ramps().get(node);
    return ramp == null ? new Change.CancelRamp(node) : new Change.StepRamp(node, ramp.done() + 1);
  }

  private Node node(String name, String zone) {
    return new Node(
        name,
        HostPort.parse(random.nextBoolean() ? "10.0.0.1:68" : "[2001:db8::1]:6800"),
        zone,
        random.nextInt(4) == 0 ? 0 : random.nextInt(100),
        random.nextInt(3) == 0 ? 500 : 0);
  }

  private int weight() {
    return random.nextInt(5) == 0 ? 0 : random.nextInt(400);
  }

  /** One of some thirty identities, of any bytes. */
  private SetId set() {
    int which = random.nextInt(30);
    byte[] bytes = new byte[1 + which % 7];
    new Random(which).nextBytes(bytes);
    return which % 3 == 0 ? SetId.of("set " + which) : SetId.of(bytes);
  }
}
