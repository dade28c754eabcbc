package io.ballast.ring;

import static io.ballast.ring.Rings.density;
import static io.ballast.ring.Rings.ownerName;
import static io.ballast.ring.Rings.random;
import static io.ballast.ring.Rings.randomWeights;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ballast.ring.RingDifference.Transfer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RingDifferenceTest {
  private static final RingSettings SETTINGS = RingSettings.DEFAULT;

  @Test
  void equalRingsDifferNowhere() {
    Ring ring = Ring.of(SETTINGS, Map.of("a", 1, "b", 2));

    RingDifference difference =
        RingDifference.between(ring, Ring.of(SETTINGS, Map.of("b", 2, "a", 1)));

    assertThat(difference.movedHashes()).isZero();
    assertThat(difference.movedShare()).isZero();
    assertThat(difference.transfers()).isEmpty();
    assertThat(difference.moves(4711)).isFalse();
    assertThat(RingDifference.between(Ring.empty(SETTINGS), Ring.empty(SETTINGS)).movedHashes())
        .isZero();
  }

  @Test
  void firstNodeReceivesEveryHash() {
    Ring ring = Ring.of(SETTINGS, Map.of("a", 1, "idle", 0));

    RingDifference difference = RingDifference.between(Ring.empty(SETTINGS), ring);

    assertThat(difference.transfers())
        .containsExactly(new Transfer(Ring.NONE, 0, RingDifference.HASHES));
    assertThat(difference.movedShare()).isEqualTo(1.0);
    assertThat(difference.moves(0)).isTrue();
  }

  @Test
  void nodeReplacedByAnotherIsNotTheSameThoughItsIndexIs() {
    Ring before = Ring.of(SETTINGS, Map.of("a", 1));
    Ring after = Ring.of(SETTINGS, Map.of("b", 1));

    assertThat(RingDifference.between(before, after).transfers())
        .containsExactly(new Transfer(0, 0, RingDifference.HASHES));
  }

  @Test
  void shiftedIndexAloneMovesNothing() {
    Ring before = Ring.of(SETTINGS, Map.of("b", 1, "c", 3));

    assertThat(RingDifference.between(before, before.withWeight("a", 0)).movedHashes()).isZero();
  }

  @Test
  void loweredWeightMovesAboutItsPartAndOnlyOffItsNode() {
    Map<String, Integer> weights = new HashMap<>();
    for (int i = 0; i < 10; i++) {
      weights.put("node-" + i, 100);
    }
    Ring before = Ring.of(SETTINGS, weights);
    Ring after = before.withWeight("node-3", 50);

    RingDifference difference = RingDifference.between(before, after);

    double expected = 0.1 - 50.0 / 950;
    assertThat(difference.movedShare()).isCloseTo(expected, within(0.1 * expected));
    assertThat(difference.transfers())
        .hasSize(9)
        .allMatch(transfer -> before.name(transfer.from()).equals("node-3"));
    assertThat(RingDifference.between(after, before).movedHashes())
        .isEqualTo(difference.movedHashes());
  }

  @Test
  void transfersAreExactlyThoseOfEveryArcOfTheSortedLists() {
    Random random = random("difference");
    for (int round = 0; round < 60; round++) {
      Map<String, Integer> old = randomWeights(random, random.nextInt(6), 3);
      Map<String, Integer> young = new HashMap<>(randomWeights(random, random.nextInt(3), 3));
      old.forEach((name, weight) -> young.put(name, random.nextBoolean() ? weight : 2));
      int perWeight = 1 + random.nextInt(8);
      int otherPerWeight = random.nextInt(4) == 0 ? 1 + random.nextInt(8) : perWeight;
      Ring before = Ring.of(density(perWeight), old);
      Ring after = Ring.of(density(otherPerWeight), young);

      RingDifference difference = RingDifference.between(before, after);

      Map<String, Long> actual = new HashMap<>();
      for (Transfer t : difference.transfers()) {
        actual.put(pair(nameOrNull(before, t.from()), nameOrNull(after, t.to())), t.hashes());
      }
      Map<String, Long> expected =
          arcs(new SortedListRing(perWeight, old), new SortedListRing(otherPerWeight, young));
      assertThat(actual).isEqualTo(expected);
      assertThat(difference.movedHashes())
          .isEqualTo(expected.values().stream().mapToLong(Long::longValue).sum());
      for (int i = 0; i < 50; i++) {
        int hash = random.nextInt();
        assertThat(difference.moves(hash))
            .isEqualTo(!Objects.equals(ownerName(before, hash), ownerName(after, hash)));
      }
    }
  }

  @Test
  void largestTransferComesFirst() {
    Ring before = Ring.of(SETTINGS, Map.of("a", 8, "b", 4, "c", 1, "d", 2));

    assertThat(RingDifference.between(before, before.withWeight("a", 1)).transfers())
        .extracting(Transfer::hashes)
        .isSortedAccordingTo((x, y) -> Long.compare(y, x));
  }

  /** Adds up, by owners, the arcs between all positions at which either ring has a point. */
  private static Map<String, Long> arcs(SortedListRing before, SortedListRing after) {
    TreeSet<Long> ends = new TreeSet<>();
    before.points.forEach(point -> ends.add(point.position()));
    after.points.forEach(point -> ends.add(point.position()));
    ends.add(0xffff_ffffL);
    Map<String, Long> moved = new HashMap<>();
    long start = -1;
    for (long end : ends) {
      String from = before.owner((int) end);
      String to = after.owner((int) end);
      if (!Objects.equals(from, to)) {
        moved.merge(pair(from, to), end - start, Long::sum);
      }
      start = end;
    }
    return moved;
  }

  private static String pair(String from, String to) {
    return from + " -> " + to;
  }

  private static String nameOrNull(Ring ring, int node) {
    return node == Ring.NONE ? null : ring.name(node);
  }
}
