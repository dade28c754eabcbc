package io.ballast.placement;

import static io.ballast.placement.PlacedCluster.node;
import static io.ballast.placement.PlacedCluster.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ballast.cluster.NodeState;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Zone;
import io.ballast.cluster.ZoneState;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Bounds: the upper edge of a node's band, and its limit on sessions. */
class BoundTest {
  private static PlacedCluster two(int maxA, int maxB) {
    return PlacedCluster.bound(
        List.of(), node("a", "default", 100, maxA), node("b", "default", 100, maxB));
  }

  private static int ownedBy(PlacedCluster cluster, String node) {
    for (int i = 0; ; i++) {
      if (cluster.names(set(i), "default").get(0).equals(node)) {
        return i;
      }
    }
  }

  private static void openOn(PlacedCluster cluster, String node, int sessions) {
    for (int i = 0; i < sessions; i++) {
      assertThat(cluster.counts.open(node, "default", 0)).isTrue();
    }
  }

  private static Band band(ZoneState zone, NodeState node, int sessions) {
    double target = (double) sessions * node.node().weight() / zone.healthyWeight();
    int points = zone.ring().points(zone.ring().indexOf(node.name()));
    return Band.of(BandSettings.DEFAULT, target, points);
  }

  @Test
  void nodeAtTheUpperEdgeOfItsBandIsPassedOver() {
    PlacedCluster cluster = two(0, 0);
    int key = ownedBy(cluster, "a");
    // 200 sessions and this one: target 100.5, band 100.5 + 3·√100.5 = 130.57.
    openOn(cluster, "a", 129);
    openOn(cluster, "b", 71);
    assertThat(cluster.names(set(key), "default")).containsExactly("a", "b");
    cluster.counts.close("b", "default");
    openOn(cluster, "a", 1);
    assertThat(cluster.names(set(key), "default")).containsExactly("b", "a");
    assertThat(cluster.reasons(set(key), "default"))
        .containsExactly(Reason.OVER_BOUND, Reason.FAILOVER);
  }

  @Test
  void walkGoesByTheCountsOfTheTime() {
    PlacedCluster cluster = two(0, 1);
    int key = ownedBy(cluster, "a");
    CandidateWalk whileThereIsRoom = cluster.walk(set(key), "default");
    CandidateWalk whenThereIsNone = cluster.walk(set(key), "default");
    assertThat(whenThereIsNone.next().node().name()).isEqualTo("a");
    assertThat(whileThereIsRoom.next().node().name()).isEqualTo("a");
    assertThat(whileThereIsRoom.next().node().name()).isEqualTo("b");
    assertThat(whileThereIsRoom.next()).isNull();

    openOn(cluster, "b", 1);

    assertThat(whenThereIsNone.next()).isNull();
  }

  @Test
  void sessionsOnTheirWayCountWhereTheyAreExpected() {
    PlacedCluster cluster = two(0, 0);
    int key = ownedBy(cluster, "a");
    openOn(cluster, "a", 70);
    openOn(cluster, "b", 70);
    cluster.counts.expect("a", "default", 60);
    assertThat(cluster.names(set(key), "default").get(0)).isEqualTo("b");
  }

  @Test
  void guestsOfAnotherZoneDoNotCountForTheBound() {
    PlacedCluster cluster = two(0, 0);
    int key = ownedBy(cluster, "a");
    for (int i = 0; i < 1000; i++) {
      assertThat(cluster.counts.open("a", "elsewhere", 0)).isTrue();
    }
    assertThat(cluster.reasons(set(key), "default").get(0)).isEqualTo(Reason.OWNER);
  }

  @Test
  void ownerTakesTheSessionWhenAllAreAtTheirBoundAndNeverWhenItIsAtItsLimit() {
    PlacedCluster cluster = two(0, 50);
    int ownedByA = ownedBy(cluster, "a");
    int ownedByB = ownedBy(cluster, "b");
    openOn(cluster, "b", 50);
    openOn(cluster, "a", 150);
    assertThat(cluster.names(set(ownedByA), "default")).containsExactly("a");
    assertThat(cluster.reasons(set(ownedByA), "default")).containsExactly(Reason.OWNER);
    assertThat(cluster.names(set(ownedByB), "default")).containsExactly("a");
    assertThat(cluster.reasons(set(ownedByB), "default")).containsExactly(Reason.OVER_BOUND);
  }

  @Test
  void overrideToANodeAtItsBoundIsSkipped() {
    PlacedCluster cluster = two(0, 0);
    int key = ownedBy(cluster, "b");
    cluster.overrides.put(set(key), "a", 1);
    assertThat(cluster.reasons(set(key), "default").get(0)).isEqualTo(Reason.OVERRIDE);
    openOn(cluster, "a", 150);
    openOn(cluster, "b", 50);
    assertThat(cluster.reasons(set(key), "default").get(0)).isEqualTo(Reason.OWNER);
  }

  @Test
  void nodeAtItsLimitIsNotInTheList() {
    PlacedCluster cluster = two(5, 0);
    int key = ownedBy(cluster, "a");
    openOn(cluster, "a", 5);
    assertThat(cluster.names(set(key), "default")).containsExactly("b");
    assertThat(cluster.reasons(set(key), "default")).containsExactly(Reason.OVER_BOUND);
    cluster.overrides.put(set(key), "a", 1);
    assertThat(cluster.names(set(key), "default")).containsExactly("b");
    cluster.down("a", "b");
    assertThat(cluster.names(set(key), "default")).containsExactly("b");
  }

  @Test
  void placementNeverFillsWhatBalancingWouldEmpty() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    PlacedCluster cluster =
        PlacedCluster.bound(
            List.of(),
            node("a", "default", 1 + random.nextInt(5)),
            node("b", "default", 1 + random.nextInt(50)),
            node("c", "default", 1 + random.nextInt(100)),
            node("d", "default", 100));
    ZoneState zone = cluster.snapshot().defaultZone();
    for (int i = 0; i < 10_000; i++) {
      Candidate placed = cluster.open(SetId.of(seed + "/" + i), "default");
      int own = cluster.counts.of(placed.node().name(), "default");
      assertThat((double) own)
          .as("seed %d, session %d on %s", seed, i, placed)
          .isLessThanOrEqualTo(band(zone, placed.node(), i + 1).upperEdge());
    }
  }

  @Test
  void limitIsKeptWhenAZoneFailsOverToTheNode() {
    PlacedCluster cluster =
        PlacedCluster.bound(
            List.of(new Zone("x")),
            node("x1", "x", 100),
            node("d1", "default", 100, 30),
            node("d2", "default", 100, 20));
    cluster.down("x1");
    assertThat(cluster.openAll(1000, "x")).containsEntry("d1", 30).containsEntry("d2", 20);
    assertThat(cluster.list(set(1), "x")).isEmpty();
  }

  @RepeatedTest(3)
  void limitIsKeptUnderConcurrentPlacements() throws Exception {
    PlacedCluster cluster =
        PlacedCluster.bound(
            List.of(new Zone("x")),
            node("x1", "x", 100),
            node("d1", "default", 100, 500),
            node("d2", "default", 100, 300));
    cluster.down("x1");
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Integer>> most = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        int from = t * 10_000;
        most.add(threads.submit(() -> placeAndCount(cluster, from)));
      }
      for (Future<Integer> seen : most) {
        assertThat(seen.get(60, TimeUnit.SECONDS)).isLessThanOrEqualTo(500);
      }
    } finally {
      threads.shutdown();
    }
    assertThat(cluster.counts.live("d1")).isEqualTo(500);
    assertThat(cluster.counts.live("d2")).isEqualTo(300);
    assertThat(cluster.counts.ofZone("x")).isEqualTo(800);
    assertThat(cluster.counts.all()).isEqualTo(800);
  }

  /** Opens and closes, and opens until nothing takes any more; the most seen live on d1. */
  private static int placeAndCount(PlacedCluster cluster, int from) {
    int most = 0;
    for (int i = from; i < from + 2000; i++) {
      Candidate candidate = cluster.open(set(i), "x");
      most = Math.max(most, cluster.counts.live("d1"));
      if (candidate != null) {
        cluster.counts.close(candidate.node().name(), "x");
      }
    }
    for (int i = from; !cluster.list(set(i), "x").isEmpty(); i++) {
      Candidate unused = cluster.open(set(i), "x");
      most = Math.max(most, cluster.counts.live("d1"));
    }
    return most;
  }

  @Test
  void bandIsAsWideAsItsWidestPart() {
    Band large = Band.of(BandSettings.DEFAULT, 10_000, 12_800);
    assertThat(large.upperEdge()).isEqualTo(12_000);
    assertThat(large.lowerEdge()).isEqualTo(8_000);
    assertThat(large.upperLeave()).isEqualTo(10_800);
    assertThat(large.lowerLeave()).isEqualTo(9_200);
    assertThat(Band.of(BandSettings.DEFAULT, 100, 12_800).upperEdge()).isEqualTo(130);
    assertThat(Band.of(BandSettings.DEFAULT, 100, 12_800).upperLeave()).isEqualTo(110);
    assertThat(Band.of(BandSettings.DEFAULT, 10_000, 100).upperEdge()).isEqualTo(13_000);
    assertThat(Band.of(BandSettings.DEFAULT, 4, 12_800).lowerEdge()).isZero();
    assertThat(Band.of(BandSettings.DEFAULT, 0, 0).upperEdge()).isZero();
  }

  @Test
  void bandOutOfRangeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BandSettings(0, 0))
        .withMessageStartingWith("enter = 0.0: ");
    assertThatIllegalArgumentException().isThrownBy(() -> new BandSettings(1.1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new BandSettings(Double.NaN, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BandSettings(0.2, 0.3))
        .withMessageStartingWith("leave = 0.3: ");
  }
}
