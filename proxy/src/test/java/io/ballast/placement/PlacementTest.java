package io.ballast.placement;

import static io.ballast.placement.PlacedCluster.node;
import static io.ballast.placement.PlacedCluster.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Percentage.withPercentage;

import io.ballast.cluster.Change;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Zone;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lists of the documented examples, and the order and reasons of their entries. */
class PlacementTest {
  private static final int SETS = 20_000;

  /** The five nodes of two zones and default. */
  private static PlacedCluster fiveNodes() {
    return PlacedCluster.unbound(
        List.of(new Zone("North America"), new Zone("Asia Pacific")),
        node("na-1", "North America", 10),
        node("na-2", "North America", 10),
        node("ap-1", "Asia Pacific", 20),
        node("ap-2", "Asia Pacific", 10),
        node("hub", "default", 7));
  }

  /** x is backed up by y; two nodes each, and one in default. */
  private static PlacedCluster chained(int attempts) {
    return new PlacedCluster(
        new PlacementSettings(true, attempts, BandSettings.DEFAULT),
        List.of(new Zone("x", "y"), new Zone("y")),
        node("x1", "x", 100),
        node("x2", "x", 100),
        node("y1", "y", 100),
        node("y2", "y", 100),
        node("d1", "default", 100));
  }

  private static void share(Map<String, Integer> opened, String node, double share, int percent) {
    assertThat(opened.get(node)).as(node).isCloseTo((int) (share * SETS), withPercentage(percent));
  }

  @Test
  void weights50And50And100GetAQuarterAQuarterAndAHalf() {
    Map<String, Integer> opened =
        PlacedCluster.unbound(
                List.of(),
                node("a", "default", 50),
                node("b", "default", 50),
                node("c", "default", 100))
            .openAll(SETS, "default");
    share(opened, "a", 0.25, 4);
    share(opened, "b", 0.25, 4);
    share(opened, "c", 0.5, 4);
  }

  @Test
  void zonesDivideTheirSetsByTheirOwnWeights() {
    Map<String, Integer> northAmerica = fiveNodes().openAll(SETS, "North America");
    assertThat(northAmerica).containsOnlyKeys("na-1", "na-2");
    share(northAmerica, "na-1", 0.5, 8);
    Map<String, Integer> asiaPacific = fiveNodes().openAll(SETS, "Asia Pacific");
    assertThat(asiaPacific).containsOnlyKeys("ap-1", "ap-2");
    share(asiaPacific, "ap-1", 2.0 / 3, 8);
    share(asiaPacific, "ap-2", 1.0 / 3, 8);
    assertThat(fiveNodes().openAll(SETS, "default")).isEqualTo(Map.of("hub", SETS));
  }

  @Test
  void equalWeightsMeanTheSameWhateverTheyAre() {
    for (int weight : new int[] {100, 1}) {
      Map<String, Integer> opened =
          PlacedCluster.unbound(
                  List.of(),
                  node("a", "default", weight),
                  node("b", "default", weight),
                  node("c", "default", weight))
              .openAll(SETS, "default");
      for (String node : List.of("a", "b", "c")) {
        share(opened, node, 1.0 / 3, weight == 100 ? 4 : 26);
      }
    }
  }

  @Test
  void setOfAnEmptyZoneLandsOnItsBackup() {
    PlacedCluster cluster = fiveNodes();
    cluster.change(new Change.AddZone(new Zone("new", "Asia Pacific")));
    for (int i = 0; i < 100; i++) {
      assertThat(cluster.names(set(i), "new")).hasSize(2).endsWith("hub");
      assertThat(cluster.names(set(i), "new").get(0)).startsWith("ap-");
      assertThat(cluster.reasons(set(i), "new")).containsExactly(Reason.BACKUP, Reason.BACKUP);
    }
  }

  @Test
  void setOfADeadZoneLandsOnItsBackupByThatZonesRing() {
    PlacedCluster cluster = chained(4);
    cluster.down("x1", "x2");
    for (int i = 0; i < 100; i++) {
      String owner = cluster.names(set(i), "y").get(0);
      assertThat(cluster.names(set(i), "x")).containsExactly(owner, "d1");
      assertThat(cluster.reasons(set(i), "x")).containsExactly(Reason.BACKUP, Reason.BACKUP);
    }
  }

  @Test
  void setOfAZoneThatIsGoneIsOneOfDefault() {
    assertThat(fiveNodes().names(set(1), "gone")).containsExactly("hub");
    assertThat(fiveNodes().reasons(set(1), "gone")).containsExactly(Reason.OWNER);
  }

  @Test
  void listIsTheZoneInRingOrderThenOneOfTheBackupThenOneOfDefault() {
    PlacedCluster cluster = chained(4);
    for (int i = 0; i < 100; i++) {
      List<String> names = cluster.names(set(i), "x");
      assertThat(names).hasSize(4).endsWith("d1").doesNotHaveDuplicates();
      assertThat(names.subList(0, 2)).containsExactlyInAnyOrder("x1", "x2");
      assertThat(names.get(2)).isEqualTo(cluster.names(set(i), "y").get(0));
      assertThat(cluster.reasons(set(i), "x"))
          .containsExactly(Reason.OWNER, Reason.FAILOVER, Reason.BACKUP, Reason.BACKUP);
    }
  }

  @Test
  void lastEntryIsOfDefaultHoweverFewTheAttempts() {
    for (int attempts = 2; attempts <= 5; attempts++) {
      PlacedCluster cluster = chained(attempts);
      for (int i = 0; i < 50; i++) {
        assertThat(cluster.names(set(i), "x")).hasSize(Math.min(attempts, 4)).endsWith("d1");
      }
    }
  }

  @Test
  void lastAttemptsAreKeptForTheBackups() {
    assertThat(chained(3).reasons(set(1), "x"))
        .containsExactly(Reason.OWNER, Reason.BACKUP, Reason.BACKUP);
    assertThat(chained(1).reasons(set(1), "x")).containsExactly(Reason.OWNER);
    PlacedCluster dead = chained(1);
    dead.down("x1", "x2");
    assertThat(dead.names(set(1), "x")).hasSize(1).allMatch(name -> name.startsWith("y"));
  }

  @Test
  void zoneWithoutDefaultNodesEndsWithItsBackup() {
    PlacedCluster cluster = chained(4);
    cluster.change(new Change.RemoveNode("d1"));
    assertThat(cluster.names(set(1), "x").get(2)).startsWith("y");
    cluster.down("y1", "y2");
    assertThat(cluster.names(set(1), "x")).hasSize(2);
  }

  @Test
  void backupsDoNotChain() {
    PlacedCluster cluster =
        PlacedCluster.unbound(
            List.of(new Zone("x", "y"), new Zone("y", "z"), new Zone("z")), node("z1", "z", 100));
    assertThat(cluster.list(set(1), "x")).isEmpty();
    assertThat(cluster.names(set(1), "y")).containsExactly("z1");
  }

  @Test
  void nodeAfterAnOwnerThatIsDownIsAFailoverAndTheSameAsWithoutItsPoints() {
    PlacedCluster cluster =
        PlacedCluster.unbound(
            List.of(), node("a", "default", 3), node("b", "default", 3), node("c", "default", 3));
    PlacedCluster without =
        PlacedCluster.unbound(List.of(), node("b", "default", 3), node("c", "default", 3));
    for (int i = 0; i < 200; i++) {
      boolean ownedByA = cluster.names(set(i), "default").get(0).equals("a");
      PlacedCluster down =
          PlacedCluster.unbound(
              List.of(), node("a", "default", 3), node("b", "default", 3), node("c", "default", 3));
      down.down("a");
      assertThat(down.names(set(i), "default")).isEqualTo(without.names(set(i), "default"));
      assertThat(down.reasons(set(i), "default").get(0))
          .isEqualTo(ownedByA ? Reason.FAILOVER : Reason.OWNER);
    }
  }

  @Test
  void nodesThatAreDownAreTheLastResortWhenNoneIsUp() {
    PlacedCluster cluster = chained(4);
    List<String> up = cluster.names(set(1), "x");
    cluster.down("x1", "x2", "y1", "y2");
    assertThat(cluster.names(set(1), "x")).containsExactly("d1");
    cluster.down("d1");
    assertThat(cluster.names(set(1), "x")).isEqualTo(up);
    assertThat(cluster.reasons(set(1), "x")).hasSize(4).containsOnly(Reason.LAST_RESORT);
  }

  @Test
  void nothingIsSentToWeightZeroEvenAsTheLastResort() {
    PlacedCluster cluster = chained(4);
    cluster.down("x1", "x2", "y1", "y2", "d1");
    cluster.change(new Change.SetWeight("x1", 0));
    cluster.change(new Change.SetWeight("d1", 0));
    cluster.change(new Change.PinSet(set(1), Optional.of("x1")));
    cluster.overrides.put(set(1), "d1", 1);
    assertThat(cluster.names(set(1), "x")).hasSize(2).doesNotContain("x1", "d1");
    for (String node : List.of("x2", "y1", "y2")) {
      cluster.change(new Change.SetWeight(node, 0));
    }
    assertThat(cluster.list(set(1), "x")).isEmpty();
  }

  @Test
  void pinComesBeforeOverrideAndOverrideBeforeTheList() {
    PlacedCluster cluster = chained(4);
    SetId set = set(1);
    List<String> plain = cluster.names(set, "x");
    String second = plain.get(1);
    cluster.overrides.put(set, second, 1);
    assertThat(cluster.names(set, "x").get(0)).isEqualTo(second);
    assertThat(cluster.reasons(set, "x"))
        .containsExactly(Reason.OVERRIDE, Reason.OWNER, Reason.BACKUP, Reason.BACKUP);

    cluster.change(new Change.PinSet(set, Optional.of("y2")));
    assertThat(cluster.names(set, "x").get(0)).isEqualTo("y2");
    assertThat(cluster.reasons(set, "x").get(0)).isEqualTo(Reason.PINNED);
    assertThat(cluster.names(set, "x")).doesNotHaveDuplicates().endsWith("d1");

    cluster.change(new Change.UnpinSet(set));
    cluster.overrides.remove(set);
    assertThat(cluster.names(set, "x")).isEqualTo(plain);
  }

  @Test
  void pinWithoutANodeChangesNoPlacement() {
    PlacedCluster cluster = chained(4);
    List<Candidate> plain = cluster.list(set(1), "x");
    cluster.change(new Change.PinSet(set(1), Optional.empty()));
    assertThat(cluster.list(set(1), "x")).isEqualTo(plain);
  }

  @Test
  void pinOrOverrideToAnIneligibleNodeIsSkipped() {
    PlacedCluster cluster = chained(4);
    SetId set = set(1);
    cluster.change(new Change.PinSet(set, Optional.of("x1")));
    cluster.overrides.put(set, "x2", 1);
    cluster.down("x1");
    assertThat(cluster.reasons(set, "x").get(0)).isEqualTo(Reason.OVERRIDE);
    cluster.change(new Change.SetWeight("x2", 0));
    assertThat(cluster.reasons(set, "x")).containsOnly(Reason.BACKUP);
    cluster.change(new Change.RemoveNode("x2"));
    assertThat(cluster.reasons(set, "x")).containsOnly(Reason.BACKUP);
  }

  @Test
  void overrideEndsAtItsTime() {
    PlacedCluster cluster = chained(4);
    cluster.overrides.put(set(1), cluster.names(set(1), "x").get(1), 0);
    assertThat(cluster.reasons(set(1), "x").get(0)).isEqualTo(Reason.OWNER);
  }

  @Test
  void attemptsOutOfRangeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PlacementSettings(true, 0, BandSettings.DEFAULT))
        .withMessage("attempts = 0: a session tries 1 to 64 nodes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PlacementSettings(true, 65, BandSettings.DEFAULT));
  }
}
