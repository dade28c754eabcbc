package io.ballast.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Affinity;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Health;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.Origin;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.Zone;
import io.ballast.placement.Candidate;
import io.ballast.placement.LiveCounts;
import io.ballast.placement.Overrides;
import io.ballast.placement.Placement;
import io.ballast.placement.PlacementSettings;
import io.ballast.placement.Reason;
import io.ballast.ring.RingSettings;
import io.ballast.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The planner's idea of where a set would land is placement's. */
class DestinationsTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void listedNodeIsTheFirstOfTheListThatPlacementMakes(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Snapshot snapshot = randomCluster(random);
    LiveCounts counts = new LiveCounts();
    Overrides overrides = new Overrides();
    SessionTable table = new SessionTable();
    BalanceState state = new BalanceState(BalanceSettings.DEFAULT);
    for (int i = 0; i < 400; i++) {
      open(i, snapshot, table, counts, overrides, random);
    }
    Layout layout = state.see(snapshot, table, 0, DampingSettings.DEFAULT);
    Census census = new Census();
    census.take(table, layout, state.flights, PlacementSettings.DEFAULT);
    NodeGates gates = new NodeGates();
    gates.set(layout, census, state, BalanceSettings.DEFAULT, PlacementSettings.DEFAULT, 0);
    Destinations destinations = new Destinations(overrides);
    destinations.look(
        new Tick(
            table,
            layout,
            state,
            census,
            gates,
            destinations,
            BalanceSettings.DEFAULT,
            Quietness.ALWAYS,
            0));
    Placement placement = new Placement(PlacementSettings.DEFAULT, counts, overrides);
    RowColumns rows = table.rows();
    for (int row = 0; row < rows.limit(); row++) {
      Session session = rows.session.get(row);
      List<Candidate> list = placement.list(snapshot, session.set(), session.zone(), 0);
      boolean usable = !list.isEmpty() && list.get(0).node().eligible();
      int listed = destinations.listed(row);
      assertThat(listed == SessionTable.NONE ? "none" : table.nodes().name(listed))
          .as("seed %d, set %s", seed, session.set())
          .isEqualTo(usable ? list.get(0).node().name() : "none");
    }
  }

  private static Snapshot randomCluster(SplittableRandom random) {
    List<Node> nodes = new ArrayList<>();
    String[] zones = {Zone.DEFAULT, "east", "west"};
    for (int i = 0; i < 9; i++) {
      String zone = zones[random.nextInt(3)];
      int weight = random.nextInt(4) == 0 ? 0 : random.nextInt(20);
      int most = random.nextInt(3) == 0 ? 30 : 0;
      nodes.add(new Node("n" + i, HostPort.parse("127.0.0.1:1"), zone, weight, most));
    }
    Snapshot snapshot =
        Snapshot.of(
            new ClusterSettings(
                "c",
                List.of(new Zone("east"), new Zone("west", "east")),
                nodes,
                Affinity.NONE,
                Map.of(),
                100,
                RingSettings.DEFAULT));
    for (int i = 0; i < 9; i++) {
      if (random.nextInt(4) == 0) {
        snapshot = snapshot.withHealth("n" + i, Health.DOWN);
      }
    }
    return snapshot;
  }

  private static void open(
      int id,
      Snapshot snapshot,
      SessionTable table,
      LiveCounts counts,
      Overrides overrides,
      SplittableRandom random) {
    String zone = new String[] {Zone.DEFAULT, "east", "west"}[random.nextInt(3)];
    SetId set = SetId.of("set" + id);
    // Squared, so that some nodes are at their bound.
    String node = "n" + random.nextInt(1 + random.nextInt(9));
    Session session = new Session(id, "c", new Origin("s", null), set, true, zone, 0, null);
    session.placed(node, Reason.OWNER);
    table.open(session);
    counts.open(node, zone, 0);
    if (random.nextInt(5) == 0) {
      overrides.put(set, "n" + random.nextInt(9), 1);
    }
    assertThat(snapshot.node(node)).isPresent();
  }
}
