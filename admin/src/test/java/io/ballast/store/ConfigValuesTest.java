package io.ballast.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Affinity;
import io.ballast.cluster.Change;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.Pin;
import io.ballast.cluster.Ramp;
import io.ballast.cluster.SetId;
import io.ballast.cluster.SetTable;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.Zone;
import io.ballast.ring.RingSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ConfigValuesTest {
  private static Node node(String name) {
    return new Node(name, HostPort.parse("10.0.0.1:1"), "default", 100);
  }

  private final ClusterSettings configured =
      new ClusterSettings(
          "c",
          List.of(new Zone("North America")),
          List.of(node("a"), node("b"), node("c")),
          new Affinity(List.of(), SetTable.of(Map.of(SetId.of("lobby"), "North America"))),
          Map.of(SetId.of("10.0.0.7"), new Pin(Optional.empty())),
          100,
          RingSettings.DEFAULT);

  private static List<String> lines(ClusterSettings configured, Snapshot now) {
    List<String> lines = new ArrayList<>();
    ConfigValues.visit(configured, now, value -> lines.add(value.toString()));
    return lines;
  }

  @Test
  void everyValueOfAFreshClusterIsConfigured() {
    ConfigValues.visit(
        configured,
        Snapshot.of(configured),
        value -> assertThat(value.source()).isEqualTo(ConfigValue.Source.FILE));

    assertThat(lines(configured, Snapshot.of(configured)))
        .hasSize(1 + 3 * 4 + 1 + 1 + 1)
        .contains(
            "zones.\"North America\".backup = default",
            "nodes.a.weight = 100",
            "affinity.sets.lobby = \"North America\"",
            "affinity.pinned.\"10.0.0.7\" = where it is",
            "rebalance = on");
  }

  @Test
  void everyChangeShowsTheValueItReplaced() throws Exception {
    Snapshot now =
        Snapshot.of(configured)
            .with(new Change.SetWeight("a", 50))
            .with(new Change.RemoveNode("b"))
            .with(new Change.StartRamp(new Ramp("c", 100, 0, 10, 0, 1000, OptionalLong.of(77))))
            .with(new Change.AddNode(node("d")))
            .with(new Change.Drain("d", OptionalLong.of(1_795_996_800_250L)))
            .with(new Change.AddZone(new Zone("asia", "North America")))
            .with(new Change.SetZone(SetId.of("lobby"), "asia"))
            .with(new Change.UnpinSet(SetId.of("10.0.0.7")))
            .with(new Change.PinSet(SetId.of("desk"), Optional.of("a")))
            .with(new Change.Rebalance(false));

    assertThat(lines(configured, now))
        .contains(
            "nodes.a.address = \"10.0.0.1:1\"",
            "nodes.a.weight = 50 (runtime, configured 100)",
            "nodes.b = none (runtime, configured 10.0.0.1:1 zone default weight 100 max-sessions 0)",
            "nodes.c.weight = 90 (runtime, configured 100)",
            "nodes.c.ramp = weight 100 to 0, 1 of 10 steps done (runtime, configured none)",
            "nodes.c.deadline = 1970-01-01T00:00:00.077Z (runtime, configured none)",
            "nodes.d.deadline = 2026-11-30T00:00:00.250Z (runtime, configured none)",
            "nodes.d.address = \"10.0.0.1:1\" (runtime, configured none)",
            "zones.asia.backup = \"North America\" (runtime, configured none)",
            "affinity.sets.lobby = asia (runtime, configured \"North America\")",
            "affinity.pinned.\"10.0.0.7\" = none (runtime, configured where it is)",
            "affinity.pinned.desk = a (runtime, configured none)",
            "rebalance = off (runtime, configured on)");
  }

  @Test
  void valuesSetAtRunTimeAreExactlyThoseThatAreKept() {
    long seed = System.nanoTime();
    for (int round = 0; round < 200; round++) {
      RandomClusters random = new RandomClusters(seed + round);
      ClusterSettings some = random.configuration("c");
      Snapshot now = random.changed(Snapshot.of(some), round % 40);
      boolean[] runtime = new boolean[1];
      ConfigValues.visit(
          some, now, value -> runtime[0] |= value.source() == ConfigValue.Source.RUNTIME);

      assertThat(runtime[0])
          .as("seed %d", seed + round)
          .isEqualTo(!KeptValues.between(some, now).equals(KeptValues.none("c")));
    }
  }
}
