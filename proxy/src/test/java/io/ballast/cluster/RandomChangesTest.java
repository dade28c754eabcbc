package io.ballast.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.ring.Ring;
import io.ballast.ring.RingSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;

/** Random changes, many of them wrong, against a model that knows no rings and no sharing. */
class RandomChangesTest {
  private static final RingSettings RING = new RingSettings(4, 4 * ClusterModel.MOST_WEIGHT);
  private static final List<String> NODES = List.of("a", "b", "c", "é", "\uFFFD", "\uD83D\uDCDE");
  private static final List<String> ZONES = List.of("default", "x", "y", "z");

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private final ClusterModel model = new ClusterModel();

  private <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private Change anyChange() {
    String node = any(NODES);
    String zone = any(ZONES);
    SetId set = SetId.of("s" + random.nextInt(4));
    int weight = random.nextInt(60);
    return switch (random.nextInt(18)) {
      case 0, 1, 2 ->
          new Change.AddNode(new Node(node, HostPort.parse("10.0.0.1:1"), zone, weight));
      case 3 -> new Change.RemoveNode(node);
      case 4, 5 -> new Change.SetWeight(node, weight);
      case 6 -> new Change.MoveNode(node, zone);
      case 7 -> new Change.AddZone(zone.equals("default") ? new Zone(zone) : anyZone(zone));
      case 8 -> new Change.RemoveZone(zone);
      case 9 -> new Change.SetBackup(zone, any(ZONES));
      case 10 -> new Change.SetZone(set, zone);
      case 11 ->
          new Change.PinSet(set, random.nextBoolean() ? Optional.of(node) : Optional.empty());
      case 12 -> random.nextBoolean() ? new Change.UnpinSet(set) : new Change.Rebalance(weight > 9);
      case 13 -> anyRamp(node, weight);
      case 14 -> new Change.StepRamp(node, 2 + random.nextInt(3));
      case 15, 16 -> new Change.Drain(node, anyDeadline());
      default -> new Change.CancelRamp(node);
    };
  }

  private Zone anyZone(String name) {
    String backup = any(ZONES);
    return new Zone(name, backup.equals(name) ? "default" : backup);
  }

  private Change anyRamp(String node, int weight) {
    Node known = model.nodes.get(node);
    int from = known == null || random.nextInt(4) == 0 ? 61 : known.weight();
    int to = random.nextInt(3) == 0 ? 0 : weight;
    if (from == to) {
      return new Change.CancelRamp(node);
    }
    int steps = 1 + random.nextInt(Math.min(5, Math.abs(from - to)));
    return new Change.StartRamp(new Ramp(node, from, to, steps, 0, 1, anyDeadline()));
  }

  private OptionalLong anyDeadline() {
    return random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(random.nextInt(9));
  }

  /** Several changes go into one draft, as they do into one write. */
  @RepeatedTest(10)
  void clusterIsWhatTheModelSays() {
    Snapshot snapshot =
        Snapshot.of(
            new ClusterSettings("c", List.of(), List.of(), Affinity.NONE, Map.of(), 100, RING));
    List<Change> story = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      SnapshotEditor draft = snapshot.edit();
      int changes = 1 + random.nextInt(4);
      for (int j = 0; j < changes; j++) {
        Change change = anyChange();
        story.add(change);
        assertThat(kindOfRefusal(draft, change))
            .as("seed %d: refusal of %s", seed, change)
            .isEqualTo(model.apply(change));
      }
      Snapshot before = snapshot;
      snapshot = draft.build();
      same(snapshot, story);
      assertThat(snapshot.version())
          .isEqualTo(snapshot == before ? before.version() : before.version() + 1);
    }
  }

  private static ChangeRefused.Kind kindOfRefusal(SnapshotEditor draft, Change change) {
    try {
      draft.apply(change);
      return null;
    } catch (ChangeRefused e) {
      assertThat(e).hasMessageMatching(".{10,}");
      return e.kind();
    }
  }

  private void same(Snapshot snapshot, List<Change> story) {
    String as = "seed " + seed + ", change " + story.size();
    Map<String, Node> nodes = new HashMap<>();
    snapshot.nodes().forEach(state -> nodes.put(state.name(), state.node()));
    assertThat(nodes).as(as).isEqualTo(model.nodes);
    Map<String, String> backups = new HashMap<>();
    snapshot.zones().forEach(zone -> backups.put(zone.name(), zone.zone().backup()));
    assertThat(backups).as(as).isEqualTo(model.backups);
    assertThat(snapshot.affinity().sets().toMap()).as(as).isEqualTo(model.sets);
    assertThat(snapshot.pins().toMap()).as(as).isEqualTo(model.pins);
    assertThat(snapshot.ramps()).as(as).containsExactlyInAnyOrderEntriesOf(model.ramps);
    assertThat(snapshot.deadlines()).as(as).containsExactlyInAnyOrderEntriesOf(model.deadlines);
    assertThat(snapshot.rebalance()).as(as).isEqualTo(model.rebalance);
    snapshot.zones().forEach(zone -> sameRing(zone, as));
  }

  private void sameRing(ZoneState zone, String as) {
    Map<String, Integer> weights = new TreeMap<>();
    model.nodes.values().stream()
        .filter(node -> node.zone().equals(zone.name()))
        .forEach(node -> weights.put(node.name(), node.weight()));
    Ring afresh = Ring.of(RING, weights);
    assertThat(zone.size()).as(as).isEqualTo(weights.size());
    assertThat(zone.ring()).as(as).hasToString(afresh.toString());
    assertThat(zone.ring().totalPoints()).as(as).isEqualTo(afresh.totalPoints());
    assertThat(zone.weight()).as(as).isEqualTo(weights.values().stream().mapToInt(w -> w).sum());
    for (int i = 0; i < zone.size(); i++) {
      assertThat(zone.member(i).name()).as(as).isEqualTo(zone.ring().name(i));
    }
    assertThat(new TreeSet<>(weights.keySet()))
        .as(as)
        .isEqualTo(
            new TreeSet<>(
                IntStream.range(0, zone.size()).mapToObj(i -> zone.member(i).name()).toList()));
    for (int i = 0; i < 64; i++) {
      int hash = random.nextInt();
      assertThat(zone.ring().owner(hash)).as(as).isEqualTo(afresh.owner(hash));
    }
  }
}
