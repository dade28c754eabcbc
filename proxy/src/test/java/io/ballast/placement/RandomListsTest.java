package io.ballast.placement;

import static io.ballast.placement.PlacedCluster.node;
import static io.ballast.placement.PlacedCluster.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Change;
import io.ballast.cluster.Health;
import io.ballast.cluster.Node;
import io.ballast.cluster.NodeState;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.Zone;
import io.ballast.cluster.ZoneState;
import io.ballast.ring.Ring;
import io.ballast.ring.RingWalk;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;

/** Lists in random clusters, against the rule written down as simply as it can be. */
class RandomListsTest {
  private static final int SETS = 40;

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private final int attempts = 1 + random.nextInt(6);
  private final boolean bound = random.nextInt(4) > 0;
  private PlacedCluster cluster;

  @RepeatedTest(40)
  void listsAreThoseOfTheRule() {
    build();
    for (int i = 0; i < SETS; i++) {
      for (String zone : List.of("default", "x", "y", "gone")) {
        assertThat(cluster.names(set(i), zone))
            .as("seed %d: list of %s in %s, %d attempts", seed, set(i), zone, attempts)
            .isEqualTo(expected(set(i), zone));
      }
    }
  }

  private void build() {
    List<Node> nodes = new ArrayList<>();
    int count = random.nextInt(9);
    for (int i = 0; i < count; i++) {
      String zone = List.of("default", "x", "y").get(random.nextInt(3));
      int limit = random.nextInt(3) == 0 ? 1 + random.nextInt(30) : 0;
      nodes.add(node("n" + i, zone, random.nextInt(4), limit));
    }
    cluster =
        new PlacedCluster(
            new PlacementSettings(bound, attempts, BandSettings.DEFAULT),
            List.of(new Zone("x", "y"), new Zone("y", random.nextBoolean() ? "x" : "default")),
            nodes.toArray(Node[]::new));
    for (Node node : nodes) {
      if (random.nextInt(3) == 0) {
        cluster.down(node.name());
      }
      for (int i = random.nextInt(60); i > 0; i--) {
        cluster.counts.open(node.name(), node.zone(), node.maxSessions());
      }
    }
    for (int i = 0; i < SETS && count > 0; i++) {
      String node = "n" + random.nextInt(count);
      switch (random.nextInt(6)) {
        case 0 -> cluster.change(new Change.PinSet(set(i), Optional.of(node)));
        case 1 -> cluster.overrides.put(set(i), node, random.nextInt(3));
        default -> {
          // Placed by its list alone.
        }
      }
    }
  }

  private List<String> expected(SetId set, String zoneName) {
    Snapshot snapshot = cluster.snapshot();
    ZoneState zone = snapshot.zoneOrDefault(zoneName);
    Set<String> zones = new LinkedHashSet<>();
    zones.add(zone.name());
    zones.add(zone.zone().backup());
    zones.add("default");
    boolean anyUp =
        snapshot.nodes().stream()
            .anyMatch(node -> zones.contains(node.node().zone()) && node.eligible());

    List<String> own = new ArrayList<>();
    List<String> atBound = new ArrayList<>();
    List<String> backups = new ArrayList<>();
    for (String name : zones) {
      List<NodeState> candidates =
          ringOrder(snapshot.zone(name).orElseThrow(), set)
              .filter(node -> mayTake(node, anyUp))
              .toList();
      if (name.equals(zone.name())) {
        candidates.forEach(node -> (atBound(zone, node) ? atBound : own).add(node.name()));
      } else {
        candidates.stream().limit(1).forEach(node -> backups.add(node.name()));
      }
    }
    own.addAll(atBound);
    Set<String> list = new LinkedHashSet<>();
    chosen(set, zone, anyUp).ifPresent(list::add);
    int keep = Math.min(backups.size(), attempts - 1);
    for (String name : own) {
      if (list.size() < attempts - keep) {
        list.add(name);
      }
    }
    int room = attempts - list.size();
    int from = list.isEmpty() ? 0 : Math.max(0, backups.size() - room);
    backups.subList(from, backups.size()).forEach(list::add);
    return list.stream().limit(attempts).toList();
  }

  private static Stream<NodeState> ringOrder(ZoneState zone, SetId set) {
    RingWalk walk = zone.ring().walk(set.ringHash());
    return Stream.generate(walk::next).takeWhile(i -> i != Ring.NONE).map(zone::member);
  }

  private boolean mayTake(NodeState node, boolean anyUp) {
    int limit = node.node().maxSessions();
    return node.node().weight() > 0
        && (!anyUp || node.health() == Health.UP)
        && (limit == 0 || cluster.counts.live(node.name()) < limit);
  }

  private boolean atBound(ZoneState zone, NodeState node) {
    if (!bound || zone.healthyWeight() == 0 || !node.node().zone().equals(zone.name())) {
      return false;
    }
    double target =
        (cluster.counts.ofZone(zone.name()) + 1.0) * node.node().weight() / zone.healthyWeight();
    double edge =
        target
            + Math.max(
                0.2 * target,
                Math.max(
                    3 * Math.sqrt(target), 3 * target / Math.sqrt(128.0 * node.node().weight())));
    return cluster.counts.of(node.name(), zone.name()) + 1 > edge;
  }

  private Optional<String> chosen(SetId set, ZoneState zone, boolean anyUp) {
    Snapshot snapshot = cluster.snapshot();
    Optional<String> pinned =
        snapshot
            .pin(set)
            .flatMap(pin -> pin.node())
            .filter(name -> mayTake(snapshot.node(name).orElseThrow(), anyUp));
    String override = cluster.overrides.node(set, 0);
    return pinned.isPresent() || override == null
        ? pinned
        : snapshot
            .node(override)
            .filter(node -> mayTake(node, anyUp) && !atBound(zone, node))
            .map(NodeState::name);
  }
}
