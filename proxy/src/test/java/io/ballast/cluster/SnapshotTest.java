package io.ballast.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.re2j.Pattern;
import io.ballast.ring.RingSettings;
import io.ballast.ring.TooManyPointsException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a snapshot tells, and what a cluster may be configured as. */
class SnapshotTest {
  private static Node node(String name, String zone, int weight) {
    return new Node(name, HostPort.parse("10.0.0.1:1"), zone, weight);
  }

  private static ClusterSettings settings(List<Zone> zones, Node... nodes) {
    return new ClusterSettings(
        "c", zones, List.of(nodes), Affinity.NONE, Map.of(), 100, RingSettings.DEFAULT);
  }

  private static Snapshot snapshot(List<Zone> zones, Node... nodes) {
    return Snapshot.of(settings(zones, nodes));
  }

  private static List<String> chain(Snapshot snapshot, String zone) {
    return snapshot.chain(snapshot.zoneOrDefault(zone)).stream().map(ZoneState::name).toList();
  }

  @Test
  void nodesAndZonesAreSortedByTheBytesOfTheirNames() {
    Snapshot snapshot =
        snapshot(
            List.of(new Zone("\uFFFD"), new Zone("\uD83D\uDCDE")),
            node("b", "default", 1),
            node("B", "default", 1),
            node("\uD83D\uDCDE", "default", 1),
            node("\uFFFD", "default", 1));
    assertThat(snapshot.nodes())
        .extracting(NodeState::name)
        .containsExactly("B", "b", "\uFFFD", "\uD83D\uDCDE");
    assertThat(snapshot.zones())
        .extracting(ZoneState::name)
        .containsExactly("default", "\uFFFD", "\uD83D\uDCDE");
  }

  @Test
  void chainIsTheZoneItsBackupAndDefaultEachOnce() {
    Snapshot snapshot = snapshot(List.of(new Zone("x", "y"), new Zone("y", "z"), new Zone("z")));
    assertThat(chain(snapshot, "x")).containsExactly("x", "y", "default");
    assertThat(chain(snapshot, "y")).containsExactly("y", "z", "default");
    assertThat(chain(snapshot, "z")).containsExactly("z", "default");
    assertThat(chain(snapshot, "default")).containsExactly("default");
    assertThat(chain(snapshot, "gone")).containsExactly("default");
  }

  @Test
  void zonesAreEmptiedByTheLastNodeOfWeightThatTheyHave() {
    List<Zone> zones = List.of(new Zone("x", "y"), new Zone("y", "x"), new Zone("z"));
    Snapshot one = snapshot(zones, node("a", "x", 1), node("b", "x", 0));
    assertThat(one.zonesEmptiedBy("a")).containsExactly("x", "y");
    assertThat(one.zonesEmptiedBy("b")).isEmpty();
    assertThat(one.zonesEmptiedBy("none")).isEmpty();

    Snapshot two = snapshot(zones, node("a", "x", 1), node("b", "y", 1));
    assertThat(two.zonesEmptiedBy("a")).isEmpty();

    Snapshot inDefault = snapshot(zones, node("a", "default", 1));
    assertThat(inDefault.zonesEmptiedBy("a")).containsExactly("default", "x", "y", "z");
    assertThat(inDefault.withHealth("a", Health.DOWN).zonesEmptiedBy("a")).hasSize(4);
  }

  @Test
  void healthChangesNoRingAndLowersTheHealthyWeight() {
    Snapshot up = snapshot(List.of(), node("a", "default", 3), node("b", "default", 2));
    Snapshot down = up.withHealth("a", Health.DOWN);
    assertThat(down.defaultZone().ring()).isSameAs(up.defaultZone().ring());
    assertThat(down.defaultZone().healthyWeight()).isEqualTo(2);
    assertThat(down.defaultZone().weight()).isEqualTo(5);
    assertThat(down.withHealth("b", Health.DOWN).defaultZone().eligible()).isFalse();
    assertThat(down.withHealth("a", Health.DOWN)).isSameAs(down);
  }

  @Test
  void setsZoneIsItsOwnElseThatOfTheFirstRuleElseDefault() {
    Affinity affinity =
        new Affinity(
            List.of(
                rule("203.0.113.0/24", null, null, "x"),
                rule(null, "08:00:0f:.*", null, "y"),
                rule("10.0.0.0/8", null, "sets", "z")),
            SetTable.of(Map.of(SetId.of("lobby"), "w")));
    assertThat(affinity.zoneOf(SetId.of("lobby"), from("203.0.113.1", "sets"))).isEqualTo("w");
    assertThat(affinity.zoneOf(SetId.of("p"), from("203.0.113.1", "sets"))).isEqualTo("x");
    assertThat(affinity.zoneOf(SetId.of("p"), from("::ffff:203.0.113.1", "sets"))).isEqualTo("x");
    assertThat(affinity.zoneOf(SetId.of("08:00:0f:1"), from("203.0.113.1", "sets"))).isEqualTo("x");
    assertThat(affinity.zoneOf(SetId.of("08:00:0f:1"), from("10.0.0.1", "sets"))).isEqualTo("y");
    assertThat(affinity.zoneOf(SetId.of("x08:00:0f:1"), from("10.0.0.1", "sets"))).isEqualTo("z");
    assertThat(affinity.zoneOf(SetId.of("p"), from("10.0.0.1", "other"))).isEqualTo("default");
  }

  private static AffinityRule rule(String source, String identity, String listener, String zone) {
    return new AffinityRule(
        Optional.ofNullable(source).map(Network::parse),
        Optional.ofNullable(identity).map(Pattern::compile),
        Optional.ofNullable(listener),
        zone);
  }

  private static Origin from(String source, String listener) {
    return new Origin(listener, new InetSocketAddress(Network.address(source).orElseThrow(), 5000));
  }

  @Test
  void ruleWithoutAConditionIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rule(null, null, null, "x"))
        .withMessageContaining("at least one of source, identity and listener");
  }

  @Test
  void configurationThatNamesWhatIsNotThereIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(List.of(), node("a", "x", 1)))
        .withMessage(
            "zone of node a = x: there is no such zone; add it to zones, or choose one of"
                + " [default]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(List.of(new Zone("x", "y"))))
        .withMessageStartingWith("backup of zone x = y");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(List.of(), node("a", "default", 1), node("a", "default", 2)))
        .withMessageStartingWith("node a: it is there twice");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(List.of(new Zone("x"), new Zone("x"))))
        .withMessageStartingWith("zone x: it is there twice");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Zone("x", "x"))
        .withMessageContaining("cannot back itself up");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Zone("default", "x"))
        .withMessageContaining("has no backup");
  }

  @Test
  void configurationWithTooManyPointsNamesTheRemedy() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> snapshot(List.of(), node("a", "default", 40_000)))
        .isInstanceOf(TooManyPointsException.class)
        .withMessageContaining("lower all weights in proportion");
  }

  @Test
  void nodeOutOfRangeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> node("a", "default", -1))
        .withMessageStartingWith("weight = -1: ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Node("a", HostPort.parse("h:0"), "default", 1))
        .withMessageContaining("1 to 65535");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Node("a", HostPort.parse("h:1"), "default", 1, -1))
        .withMessageStartingWith("max-sessions = -1: ");
  }
}
