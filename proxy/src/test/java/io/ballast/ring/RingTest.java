package io.ballast.ring;

import static io.ballast.ring.Rings.assertIdentical;
import static io.ballast.ring.Rings.density;
import static io.ballast.ring.Rings.ownerName;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RingTest {
  private static final RingSettings SETTINGS = RingSettings.DEFAULT;

  @Test
  void ringWithoutNodesNamesNobody() {
    Ring ring = Ring.empty(SETTINGS);

    assertNobody(ring);
    assertThat(ring.size()).isZero();
    assertThat(ring.indexOf("a")).isEqualTo(Ring.NONE);
  }

  @Test
  void ringOfZeroWeightsNamesNobody() {
    assertNobody(Ring.of(SETTINGS, Map.of("a", 0, "b", 0)));
    assertNobody(Ring.of(SETTINGS, Map.of("a", 3, "b", 1)).withWeight("a", 0).withWeight("b", 0));
  }

  @Test
  void nodeOfWeightZeroStaysListedWithoutPoints() {
    Ring ring = Ring.of(SETTINGS, Map.of("a", 1, "b", 2, "c", 1)).withWeight("b", 0);

    assertThat(ring.toString()).isEqualTo("Ring[a: 1, b: 0, c: 1]");
    assertThat(ring.points(ring.indexOf("b"))).isZero();
    assertThat(ring.nodesWithPoints()).isEqualTo(2);
    assertThat(ring.totalPoints()).isEqualTo(256);
    assertIdentical(ring, Ring.of(SETTINGS, Map.of("a", 1, "b", 0, "c", 1)));
  }

  @Test
  void onlyPointOwnsTheWholeCircle() {
    Ring ring = Ring.of(density(1), Map.of("a", 1, "idle", 0));

    assertThat(ring.totalPoints()).isEqualTo(1);
    for (int hash : new int[] {0, -1, 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertThat(ownerName(ring, hash)).isEqualTo("a");
      RingWalk walk = ring.walk(hash);
      assertThat(ring.name(walk.next())).isEqualTo("a");
      assertThat(walk.next()).isEqualTo(Ring.NONE);
      assertThat(walk.next()).isEqualTo(Ring.NONE);
    }
  }

  @Test
  void hashesAfterTheLastPointWrapToTheFirst() {
    Ring ring = Ring.of(SETTINGS, Map.of("a", 1, "b", 1, "c", 1));
    Points points = ring.pointsOnRing();
    int last = Points.place(points.places[points.count() - 1]);

    assertThat(last).as("not the highest position").isNotEqualTo(-1);
    assertThat(ring.owner(last)).isEqualTo(points.owners[points.count() - 1]);
    assertThat(ring.owner(last + 1)).isEqualTo(points.owners[0]);
    assertThat(ring.owner(-1)).isEqualTo(points.owners[0]);
    assertThat(ring.owner(0)).isEqualTo(points.owners[0]);
  }

  @Test
  void positionsAreComparedUnsigned() {
    Ring ring = Ring.of(SETTINGS, Map.of("a", 1, "b", 1));
    Points points = ring.pointsOnRing();

    for (int i = 1; i < points.count(); i++) {
      assertThat(Integer.compareUnsigned(position(points, i - 1), position(points, i)))
          .isNegative();
    }
    assertThat(position(points, 0)).as("the lower half comes first").isPositive();
    assertThat(position(points, points.count() - 1)).isNegative();
  }

  @Test
  void nodesAreSortedByTheUtf8BytesOfTheirNames() {
    Ring ring =
        Ring.of(SETTINGS, Map.of("b", 1, "a", 1, "ab", 1, "\ud83d\ude80", 1, "\uffff", 1, "Z", 1));

    assertThat(ring.toString())
        .isEqualTo("Ring[Z: 1, a: 1, ab: 1, b: 1, \uffff: 1, \ud83d\ude80: 1]");
  }

  @Test
  void changeLeavesTheOldRingAsItWas() {
    Ring ring = Ring.of(SETTINGS, Map.of("b", 2, "c", 1));
    Ring copy = Ring.of(SETTINGS, Map.of("b", 2, "c", 1));

    ring.withWeight("a", 1);
    ring.withWeight("b", 1);
    ring.without("c");

    assertIdentical(ring, copy);
  }

  @Test
  void changeThatChangesNothingReturnsTheSameRing() {
    Ring ring = Ring.of(SETTINGS, Map.of("a", 1));

    assertThat(ring.withWeight("a", 1)).isSameAs(ring);
    assertThat(ring.without("b")).isSameAs(ring);
  }

  @Test
  void walkCanStartAgainOnASmallerOrLargerRing() {
    RingWalk walk = new RingWalk();
    assertThat(walk.next()).isEqualTo(Ring.NONE);
    Map<String, Integer> many = new HashMap<>();
    for (int i = 0; i < 200; i++) {
      many.put("node-" + i, 1);
    }

    assertThat(Rings.walkNames(Ring.of(SETTINGS, Map.of("a", 1)), walk, 7)).containsExactly("a");
    assertThat(Rings.walkNames(Ring.of(SETTINGS, many), walk, 7)).hasSize(200);
    assertThat(Rings.walkNames(Ring.of(SETTINGS, many), walk, 8)).hasSize(200);
    assertThat(Rings.walkNames(Ring.empty(SETTINGS), walk, 7)).isEmpty();
  }

  @Test
  void negativeWeightIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Ring.of(SETTINGS, Map.of("a", -3)))
        .withMessage(
            "node a: weight = -3: a weight is 0 or more; 0 leaves the node without points");
    Ring ring = Ring.of(SETTINGS, Map.of("a", 1));
    assertThatIllegalArgumentException().isThrownBy(() -> ring.withWeight("a", -1));
    assertThatIllegalArgumentException().isThrownBy(() -> ring.withWeight("b", -1));
  }

  @Test
  void nameWithALoneSurrogateIsRefused() {
    for (String name : new String[] {"x\ud83d", "\ude80x", "\ud83d\ud83d\ude80"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Ring.empty(SETTINGS).withWeight(name, 1))
          .withMessageContaining("lone surrogate");
    }
  }

  @Test
  void tooManyPointsAreRefusedWithTheRemedyBeforeAnythingIsAllocated() {
    assertThatThrownBy(() -> Ring.of(SETTINGS, Map.of("a", 32_768, "b", 1)))
        .isInstanceOf(TooManyPointsException.class)
        .hasMessage(
            "the weights add up to 32769, which is 4194432 points at points-per-weight = 128: "
                + "a ring has at most max-points = 4194304; lower all weights in proportion "
                + "(they are ratios: 100,100,100 means what 1,1,1 means), "
                + "lower points-per-weight, or raise max-points");
    Ring ring = Ring.of(SETTINGS, Map.of("a", 1));
    assertThatThrownBy(() -> ring.withWeight("a", 32_769))
        .isInstanceOf(TooManyPointsException.class);
    assertThatThrownBy(() -> ring.withWeight("b", 32_768))
        .isInstanceOf(TooManyPointsException.class);
  }

  @Test
  void pointsThatOverflowAnIntAreCountedExactly() {
    RingSettings dense = density(65_536);
    Ring ring = Ring.of(dense, Map.of("a", 1));

    assertThatThrownBy(() -> ring.withWeight("b", Integer.MAX_VALUE))
        .isInstanceOfSatisfying(
            TooManyPointsException.class,
            e -> {
              assertThat(e.points()).isEqualTo((1L << 31) * 65_536);
              assertThat(e.maxPoints()).isEqualTo(RingSettings.DEFAULT_MAX_POINTS);
            });
    assertThatThrownBy(
            () -> Ring.of(dense, Map.of("a", Integer.MAX_VALUE, "b", Integer.MAX_VALUE, "c", 2)))
        .isInstanceOf(TooManyPointsException.class);
    assertThatThrownBy(() -> ring.withWeight("a", 65_537))
        .as("a count that is 65,536 again as an int")
        .isInstanceOf(TooManyPointsException.class);
  }

  @Test
  void moreNodesThanARingHoldsAreRefused() {
    Map<String, Integer> weights = new HashMap<>();
    for (int i = 0; i < Ring.MAX_NODES; i++) {
      weights.put("node-" + i, i == 4711 ? 1 : 0);
    }
    Ring full = Ring.of(SETTINGS, weights);

    assertThat(full.name(full.owner(1))).isEqualTo("node-4711");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> full.withWeight("one-more", 1))
        .withMessage(
            "32768 nodes: a ring has at most 32767; remove nodes or divide them into zones");
  }

  private static int position(Points points, int slot) {
    return Points.place(points.places[slot]);
  }

  private static void assertNobody(Ring ring) {
    assertThat(ring.isEmpty()).isTrue();
    assertThat(ring.totalPoints()).isZero();
    for (int hash : new int[] {0, -1, 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertThat(ring.owner(hash)).isEqualTo(Ring.NONE);
      assertThat(ring.walk(hash).next()).isEqualTo(Ring.NONE);
    }
  }
}
