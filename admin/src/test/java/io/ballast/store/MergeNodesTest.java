package io.ballast.store;

import static io.ballast.store.Merging.ASIA;
import static io.ballast.store.Merging.EMEA;
import static io.ballast.store.Merging.cluster;
import static io.ballast.store.Merging.merged;
import static io.ballast.store.Merging.node;
import static io.ballast.store.Merging.nodes;
import static io.ballast.store.Merging.ramp;
import static io.ballast.store.Merging.weight;
import static io.ballast.store.Merging.zone;
import static io.ballast.store.Merging.zones;
import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Change;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.Ramp;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MergeNodesTest {
  @Test
  void weightHoldsWhileItsConfiguredValueIsTheSame() {
    Merged merged =
        merged(
            nodes(node("a", "default", 100)),
            nodes(node("a", "default", 100), node("b", "default", 7)),
            new Change.SetWeight("a", 50));

    assertThat(weight(merged, "a")).isEqualTo(50);
    assertThat(merged.warnings()).isEmpty();
  }

  @Test
  void editedWeightWinsWithAWarningThatNamesBothValues() {
    Merged merged =
        merged(
            nodes(node("a", "default", 100)),
            nodes(node("a", "default", 70)),
            new Change.SetWeight("a", 50));

    assertThat(weight(merged, "a")).isEqualTo(70);
    assertThat(merged.warnings())
        .containsExactly(
            "weight of node a: 50 was set at run time when 100 was configured; the configuration"
                + " now says 70, which holds; set it again if that is not wanted");
  }

  @Test
  void weightEditedToTheRuntimeValueIsNoWarning() {
    Merged merged =
        merged(
            nodes(node("a", "default", 100)),
            nodes(node("a", "default", 50)),
            new Change.SetWeight("a", 50));

    assertThat(weight(merged, "a")).isEqualTo(50);
    assertThat(merged.warnings()).isEmpty();
  }

  @Test
  void weightHoldsWhenTheNodesZoneWasEdited() {
    Merged merged =
        merged(
            nodes(node("a", "default", 100)),
            nodes(node("a", "asia", 100)),
            new Change.SetWeight("a", 50));

    assertThat(weight(merged, "a")).isEqualTo(50);
    assertThat(zone(merged, "a")).isEqualTo("asia");
  }

  @Test
  void weightOfANodeDroppedFromTheConfigurationIsDropped() {
    Merged merged =
        merged(nodes(node("a", "default", 100)), nodes(), new Change.SetWeight("a", 50));

    assertThat(merged.start().nodes()).isEmpty();
    assertThat(merged.warnings()).singleElement().asString().contains("weight of node a", "none");
  }

  @Test
  void nodeZoneHoldsAndYieldsToAnEditedOne() {
    ClusterSettings configured = cluster(List.of(ASIA, EMEA), List.of(node("a", "default", 1)));
    ClusterSettings edited = cluster(List.of(ASIA, EMEA), List.of(node("a", "emea", 1)));
    Change move = new Change.MoveNode("a", "asia");

    assertThat(zone(merged(configured, configured, move), "a")).isEqualTo("asia");
    Merged merged = merged(configured, edited, move);
    assertThat(zone(merged, "a")).isEqualTo("emea");
    assertThat(merged.warnings()).singleElement().asString().contains("asia", "default", "emea");
  }

  @Test
  void nodeZoneThatIsGoneIsDropped() {
    Merged merged =
        merged(
            nodes(node("a", "default", 1)),
            cluster(List.of(), List.of(node("a", "default", 1))),
            new Change.MoveNode("a", "asia"));

    assertThat(zone(merged, "a")).isEqualTo("default");
    assertThat(merged.warnings()).singleElement().asString().contains("no zone asia", "dropped");
  }

  @Test
  void removedNodeStaysAwayUntilItsEntryIsEdited() {
    ClusterSettings configured = nodes(node("a", "default", 1), node("b", "default", 1));
    Change remove = new Change.RemoveNode("a");

    Merged same = merged(configured, configured, remove);
    assertThat(same.start().node("a")).isEmpty();
    assertThat(same.warnings()).isEmpty();
    Merged edited =
        merged(configured, nodes(node("a", "default", 2), node("b", "default", 1)), remove);
    assertThat(weight(edited, "a")).isEqualTo(2);
    assertThat(edited.warnings()).singleElement().asString().contains("node a: none was set");
  }

  @Test
  void removedNodeThatIsDroppedFromTheConfigurationIsNoWarning() {
    Merged merged = merged(nodes(node("a", "default", 1)), nodes(), new Change.RemoveNode("a"));

    assertThat(merged.start().nodes()).isEmpty();
    assertThat(merged.warnings()).isEmpty();
  }

  @Test
  void addedNodeHoldsUntilItIsConfigured() {
    Change add = new Change.AddNode(node("a", "default", 5));

    assertThat(weight(merged(nodes(), nodes(), add), "a")).isEqualTo(5);
    Merged other = merged(nodes(), nodes(node("a", "default", 9)), add);
    assertThat(weight(other, "a")).isEqualTo(9);
    assertThat(other.warnings()).hasSize(1);
    Merged alike = merged(nodes(), nodes(node("a", "default", 5)), add);
    assertThat(weight(alike, "a")).isEqualTo(5);
    assertThat(alike.warnings()).isEmpty();
  }

  @Test
  void addedNodeWhoseZoneIsGoneIsDropped() {
    Merged merged = merged(nodes(), zones(), new Change.AddNode(node("a", "asia", 5)));

    assertThat(merged.start().nodes()).isEmpty();
    assertThat(merged.warnings()).singleElement().asString().contains("no zone asia");
  }

  @Test
  void nodeReplacedAtRunTimeHoldsUntilItsEntryIsEdited() {
    ClusterSettings configured = nodes(node("a", "default", 1));
    Change[] replace = {
      new Change.RemoveNode("a"),
      new Change.AddNode(new Node("a", HostPort.parse("10.9.9.9:9"), "asia", 3))
    };

    Merged same = merged(configured, configured, replace);
    assertThat(same.start().node("a").orElseThrow().node().address().host()).isEqualTo("10.9.9.9");
    Merged edited = merged(configured, nodes(node("a", "default", 2)), replace);
    assertThat(edited.start().node("a").orElseThrow().node()).isEqualTo(node("a", "default", 2));
    assertThat(edited.warnings()).singleElement().asString().contains("10.9.9.9:9", "10.0.0.1:1");
  }

  @Test
  void nodeDroppedFromTheConfigurationIsNotThere() {
    Merged merged = merged(nodes(node("a", "default", 1)), nodes());

    assertThat(merged.start().nodes()).isEmpty();
    assertThat(merged.warnings()).isEmpty();
  }

  @Test
  void rampGoesOnFromTheStepItHadReached() {
    ClusterSettings configured = nodes(node("a", "default", 100));

    Merged merged = merged(configured, configured, ramp(100, 0, 10), new Change.StepRamp("a", 2));

    assertThat(weight(merged, "a")).isEqualTo(80);
    assertThat(merged.start().ramps().get("a"))
        .isEqualTo(new Ramp("a", 100, 0, 10, 2, 1000, OptionalLong.of(77)));
    assertThat(merged.warnings()).isEmpty();
  }

  @Test
  void deadlineOfADrainHoldsWithTheDrain() {
    ClusterSettings configured = nodes(node("a", "default", 100));

    Merged merged = merged(configured, configured, new Change.Drain("a", OptionalLong.of(77)));

    assertThat(weight(merged, "a")).isZero();
    assertThat(merged.start().deadline("a")).hasValue(77);
    assertThat(merged.warnings()).isEmpty();
  }

  @Test
  void deadlineOfARampThatHasEndedHolds() {
    ClusterSettings configured = nodes(node("a", "default", 2));

    Merged merged = merged(configured, configured, ramp(2, 0, 2), new Change.StepRamp("a", 2));

    assertThat(merged.start().ramps()).isEmpty();
    assertThat(merged.start().deadline("a")).hasValue(77);
  }

  @Test
  void deadlineOfADrainHoldsThoughTheConfigurationDrainsTheNodeToo() {
    Merged merged =
        merged(
            nodes(node("a", "default", 100)),
            nodes(node("a", "default", 0)),
            new Change.Drain("a", OptionalLong.of(77)));

    assertThat(merged.start().deadline("a")).hasValue(77);
    assertThat(merged.warnings()).isEmpty();
  }

  @Test
  void deadlineIsDroppedWithADrainThatYieldsToAnEditedWeight() {
    Merged merged =
        merged(
            nodes(node("a", "default", 100)),
            nodes(node("a", "default", 40)),
            new Change.Drain("a", OptionalLong.of(77)));

    assertThat(weight(merged, "a")).isEqualTo(40);
    assertThat(merged.start().deadlines()).isEmpty();
    assertThat(merged.warnings())
        .hasSize(2)
        .anyMatch(line -> line.startsWith("deadline of the drain of node a: 1970-01-01T00:00:00"));
  }

  @Test
  void deadlineOfANodeThatIsGoneIsDropped() {
    Merged merged =
        merged(
            nodes(node("a", "default", 100)), nodes(), new Change.Drain("a", OptionalLong.of(77)));

    assertThat(merged.start().deadlines()).isEmpty();
    assertThat(merged.warnings()).anyMatch(line -> line.contains("no node a any more"));
  }

  @Test
  void rampYieldsToAnEditedWeight() {
    Merged merged =
        merged(nodes(node("a", "default", 100)), nodes(node("a", "default", 40)), ramp(100, 0, 10));

    assertThat(weight(merged, "a")).isEqualTo(40);
    assertThat(merged.start().ramps()).isEmpty();
    assertThat(merged.warnings()).singleElement().asString().contains("ramp of node a", "40");
  }

  @Test
  void rampOfANodeThatIsGoneIsDropped() {
    Merged merged = merged(nodes(node("a", "default", 100)), nodes(), ramp(100, 0, 10));

    assertThat(merged.start().ramps()).isEmpty();
    assertThat(merged.warnings()).hasSize(1);
  }

  @Test
  void rampOfAnAddedNodeWhoseZoneIsGoneIsDroppedWithIt() {
    Merged merged =
        merged(nodes(), zones(), new Change.AddNode(node("a", "asia", 100)), ramp(100, 0, 10));

    assertThat(merged.start().ramps()).isEmpty();
    assertThat(merged.warnings()).hasSize(2);
  }

  @Test
  void weightsThatNoLongerFitTheRingAreDropped() {
    Merged merged =
        merged(
            nodes(node("a", "default", 100), node("b", "default", 100)),
            nodes(node("a", "default", 100), node("b", "default", 600)),
            new Change.SetWeight("a", 800));

    assertThat(weight(merged, "a")).isEqualTo(100);
    assertThat(weight(merged, "b")).isEqualTo(600);
    assertThat(merged.warnings()).singleElement().asString().contains("max-points = 1000");
  }

  @Test
  void rampWhoseLastWeightNoLongerFitsStopsWhereItIs() {
    Merged merged =
        merged(
            nodes(node("a", "default", 100), node("b", "default", 100)),
            nodes(node("a", "default", 100), node("b", "default", 600)),
            ramp(100, 800, 7));

    assertThat(weight(merged, "a")).isEqualTo(200);
    assertThat(merged.start().ramps()).isEmpty();
    assertThat(merged.warnings()).singleElement().asString().contains("max-points");
  }

  @Test
  void nodesThatChangedPlacesInFullZonesKeepThem() {
    ClusterSettings configured = nodes(node("a", "default", 900), node("b", "asia", 900));

    Merged merged =
        merged(
            configured,
            configured,
            new Change.SetWeight("a", 0),
            new Change.MoveNode("a", "asia"),
            new Change.SetWeight("b", 0),
            new Change.MoveNode("b", "default"),
            new Change.SetWeight("a", 900),
            new Change.SetWeight("b", 900));

    assertThat(zone(merged, "a")).isEqualTo("asia");
    assertThat(weight(merged, "a")).isEqualTo(900);
    assertThat(weight(merged, "b")).isEqualTo(900);
  }
}
