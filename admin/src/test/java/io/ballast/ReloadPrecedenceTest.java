package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.cluster.Change;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.Ramp;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Zone;
import io.ballast.command.ReloadReport;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * Values of run time against an edited file: a reload, and a restart after it, come to the same.
 */
final class ReloadPrecedenceTest extends ReloadFixture {
  private static final SetId LOBBY = SetId.of("lobby");

  private static String weights(int a) {
    return TWO_NODES.replace("weight = 10", "weight = " + a);
  }

  @Test
  void weightOfRunTimeHoldsWhileItsConfiguredValueIsNotEdited() throws Exception {
    start(TWO_NODES);
    change(new Change.SetWeight("a", 77));
    assertDone(
        edit(TWO_NODES + "balance.rate = 7"), "1 change", "clusters.c.balance.rate: 100 -> 7");
    assertThat(weight("a")).isEqualTo(77);
    assertThat(values()).contains("nodes.a.weight = 77 (runtime, configured 10)");
    restart();
    assertThat(weight("a")).isEqualTo(77);
  }

  @Test
  void editedWeightWinsWithAWarning() throws Exception {
    start(TWO_NODES);
    change(new Change.SetWeight("a", 77));
    ReloadReport report = edit(weights(20));
    assertThat(report.summary()).isEqualTo("1 change");
    assertThat(report.lines().get(0)).isEqualTo("weight c/a: 77 -> 20");
    assertThat(report.lines().get(1))
        .startsWith("warning: cluster c: weight of node a: 77 was set at run time when 10 was")
        .contains("configured; the configuration now says 20, which holds");
    assertThat(values()).contains("nodes.a.weight = 20");
    restart();
    assertThat(weight("a")).isEqualTo(20);
  }

  @Test
  void weightEditedToWhatItIsAtRunTimeIsConfiguredFromThenOn() throws Exception {
    start(TWO_NODES);
    change(new Change.SetWeight("a", 77));
    assertDone(edit(weights(77)), "0 changes");
    assertThat(values()).contains("nodes.a.weight = 77");
    assertDone(edit(weights(10)), "1 change", "weight c/a: 77 -> 10");
    restart();
    assertThat(weight("a")).isEqualTo(10);
  }

  @Test
  void weightThatGaveWayDoesNotComeBackWhenTheEditIsUndone() throws Exception {
    start(TWO_NODES);
    change(new Change.SetWeight("a", 77));
    edit(weights(20));
    assertDone(edit(weights(10)), "1 change", "weight c/a: 20 -> 10");
    restart();
    assertThat(weight("a")).isEqualTo(10);
  }

  @Test
  void rampGoesOnUnlessItsWeightIsEdited() throws Exception {
    start(TWO_NODES);
    change(new Change.StartRamp(new Ramp("a", 10, 20, 2, 0, 3_600_000, OptionalLong.empty())));
    assertDone(edit(TWO_NODES), "0 changes");
    assertThat(snapshot().ramps()).containsKey("a");
    ReloadReport report = edit(weights(50));
    assertThat(report.lines()).anyMatch(line -> line.startsWith("warning: cluster c: ramp of"));
    assertThat(snapshot().ramps()).isEmpty();
    assertThat(weight("a")).isEqualTo(50);
  }

  @Test
  void deadlineOfADrainHoldsUnlessItsWeightIsEdited() throws Exception {
    start(TWO_NODES);
    change(new Change.Drain("a", OptionalLong.of(1_795_996_800_250L)));
    assertDone(edit(TWO_NODES), "0 changes");
    assertThat(snapshot().deadline("a")).hasValue(1_795_996_800_250L);
    restart();
    assertThat(snapshot().deadline("a")).hasValue(1_795_996_800_250L);
    ReloadReport report = edit(weights(20));
    assertThat(report.lines())
        .anyMatch(line -> line.startsWith("warning: cluster c: deadline of the drain of node a: "));
    assertThat(snapshot().deadline("a")).isEmpty();
    restart();
    assertThat(snapshot().deadline("a")).isEmpty();
  }

  @Test
  void removalOfANodeHoldsUntilItsEntryIsEdited() throws Exception {
    start(TWO_NODES);
    change(new Change.RemoveNode("a"));
    assertDone(edit(TWO_NODES), "0 changes");
    assertThat(weight("a")).isEqualTo(-1);
    ReloadReport report = edit(weights(11));
    assertThat(report.lines())
        .contains("node c/a: added, address 127.0.0.1:9 zone default weight 11")
        .anyMatch(line -> line.startsWith("warning: cluster c: node a: none was set at run time"));
    restart();
    assertThat(weight("a")).isEqualTo(11);
  }

  @Test
  void nodeAddedAtRunTimeHoldsUntilTheFileHasIt() throws Exception {
    start(TWO_NODES);
    change(new Change.AddNode(new Node("x", HostPort.parse("127.0.0.1:8"), "asia", 5)));
    assertDone(edit(TWO_NODES), "0 changes");
    assertThat(weight("x")).isEqualTo(5);
    ReloadReport report = edit(TWO_NODES + "nodes.x { address = \"127.0.0.1:7\", weight = 6 }");
    assertThat(report.lines())
        .contains(
            "address c/x: 127.0.0.1:8 -> 127.0.0.1:7",
            "zone of node c/x: asia -> default",
            "weight c/x: 5 -> 6")
        .anyMatch(line -> line.startsWith("warning: cluster c: node x: 127.0.0.1:8 zone asia"));
    assertThat(values()).contains("nodes.x.weight = 6");
    restart();
    assertThat(weight("x")).isEqualTo(6);
  }

  @Test
  void nodeDroppedFromTheFileIsRemovedWhateverItsWeightOfRunTime() throws Exception {
    start(TWO_NODES);
    change(new Change.SetWeight("b", 55));
    ReloadReport report = edit("nodes { a { address = \"127.0.0.1:9\", weight = 10 } }");
    assertThat(report.lines())
        .contains("node c/b: removed when its last session has left it", "zone c/asia: removed");
    await().until(() -> weight("b") == -1);
    await().untilAsserted(() -> assertThat(values()).noneMatch(it -> it.startsWith("nodes.b")));
    restart();
    assertThat(weight("b")).isEqualTo(-1);
  }

  @Test
  void zoneOfASetHoldsUnlessItsEntryIsEditedAndWinsOverRules() throws Exception {
    start(TWO_NODES);
    change(new Change.SetZone(LOBBY, "asia"));
    edit(TWO_NODES + "affinity.rules = [ { identity = \".*\", zone = default } ]");
    assertThat(cluster().zoneOf(LOBBY)).isEqualTo("asia");
    restart();
    assertThat(cluster().zoneOf(LOBBY)).isEqualTo("asia");
    ReloadReport report = edit(TWO_NODES + "affinity.sets { lobby = default }");
    assertThat(report.lines())
        .contains("zone of set c/lobby: asia -> default", "rules c: 1 -> 0, edited")
        .anyMatch(line -> line.startsWith("warning: cluster c: zone of set lobby: asia"));
    assertThat(cluster().zoneOf(LOBBY)).isEqualTo("default");
  }

  @Test
  void zoneOfASetWhoseZoneIsGoneIsDroppedWithAWarning() throws Exception {
    start(TWO_NODES);
    change(new Change.SetZone(LOBBY, "asia"));
    ReloadReport report = edit(TWO_NODES.replace("zones { asia {} }", ""));
    assertThat(report.lines())
        .contains(
            "zone c/asia: removed", "zone of set c/lobby: asia -> \"by rule\"".replace("\"", ""))
        .anyMatch(line -> line.contains("there is no zone asia any more"));
    assertThat(cluster().zoneOf(LOBBY)).isEqualTo("default");
  }

  @Test
  void pinsAndZonesOfRunTimeHold() throws Exception {
    start(TWO_NODES);
    change(new Change.PinSet(LOBBY, Optional.of("b")));
    change(new Change.AddZone(new Zone("emea")));
    change(new Change.MoveNode("b", "emea"));
    change(new Change.SetBackup("asia", "emea"));
    change(new Change.Rebalance(false));
    assertDone(edit(TWO_NODES), "0 changes");
    assertThat(snapshot().pin(LOBBY)).isPresent();
    assertThat(snapshot().node("b").orElseThrow().node().zone()).isEqualTo("emea");
    assertThat(snapshot().zone("asia").orElseThrow().zone().backup()).isEqualTo("emea");
    assertThat(snapshot().rebalance()).isFalse();
  }

  @Test
  void pinsOfTheFileComeAndGo() throws Exception {
    start(TWO_NODES + "affinity.pinned = [ lobby ]");
    assertDone(
        edit(TWO_NODES + "affinity.pinned = [ desk ]"),
        "2 changes",
        "pin of set c/desk: none -> where it is",
        "pin of set c/lobby: where it is -> none");
    assertThat(snapshot().pin(LOBBY)).isEmpty();
  }

  @Test
  void backupsAndZonesOfNodesFollowTheFile() throws Exception {
    start(TWO_NODES);
    assertDone(
        edit(
            TWO_NODES
                + "zones { asia.backup = emea, emea {} }\n"
                + "nodes.b { zone = asia, max-sessions = 3 }"),
        "4 changes",
        "backup of zone c/asia: default -> emea",
        "zone c/emea: added, backup default",
        "zone of node c/b: default -> asia",
        "max-sessions c/b: 0 -> 3");
  }
}
