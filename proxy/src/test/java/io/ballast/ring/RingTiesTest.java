package io.ballast.ring;

import static io.ballast.ring.Rings.assertIdentical;
import static io.ballast.ring.Rings.ownerName;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Points of different nodes on one position; among 640,000 points there are some fifty. */
class RingTiesTest {
  private record Tie(int position, String first, String second) {}

  private static final Map<String, Integer> WEIGHTS = new HashMap<>();
  private static final List<Tie> TIES = new ArrayList<>();
  private static Ring ring;

  @BeforeAll
  static void findTies() {
    for (int i = 0; i < 50; i++) {
      WEIGHTS.put("node-" + i, 100);
    }
    ring = Ring.of(RingSettings.DEFAULT, WEIGHTS);
    Points points = ring.pointsOnRing();
    for (int i = 1; i < points.count(); i++) {
      if (points.places[i - 1] == points.places[i]) {
        String first = ring.name(points.owners[i - 1]);
        String second = ring.name(points.owners[i]);
        TIES.add(new Tie(Points.place(points.places[i]), first, second));
      }
    }
    assertThat(TIES).hasSizeGreaterThan(10).allMatch(tie -> !tie.first().equals(tie.second()));
  }

  @Test
  void nodeWhoseNameSortsFirstOwnsASharedPosition() {
    for (Tie tie : TIES) {
      assertThat(tie.first()).isLessThan(tie.second());
      assertThat(ownerName(ring, tie.position())).isEqualTo(tie.first());
    }
  }

  @Test
  void orderOfAddingDoesNotMatter() {
    List<String> names = new ArrayList<>(WEIGHTS.keySet());
    Collections.sort(names, Collections.reverseOrder());
    Ring backwards = Ring.empty(RingSettings.DEFAULT);
    for (String name : names) {
      backwards = backwards.withWeight(name, 100);
    }

    assertIdentical(backwards, ring);
  }

  @Test
  void releasedSharedPositionGoesToTheOtherNodeAndComesBack() {
    for (Tie tie : TIES.subList(0, 10)) {
      Ring withoutFirst = ring.withWeight(tie.first(), 0);
      Ring withoutSecond = ring.withWeight(tie.second(), 0);

      assertThat(ownerName(withoutFirst, tie.position())).isEqualTo(tie.second());
      assertThat(ownerName(withoutSecond, tie.position())).isEqualTo(tie.first());
      assertIdentical(withoutFirst.withWeight(tie.first(), 100), ring);
      assertIdentical(withoutSecond.withWeight(tie.second(), 100), ring);
    }
  }

  @Test
  void pointsOfOneNodeOnOnePositionAreKeptAndReleasedOneByOne() {
    Points one = Points.EMPTY.gain(1, new int[] {-9, 5});
    Points twins = one.gain(1, new int[] {5, 5, 6});
    Points between = twins.gain(0, new int[] {5, 5}).gain(2, new int[] {5});

    assertThat(twins.places).startsWith(-9, 5, 5, 5, 6);
    assertThat(between.places).startsWith(-9, 5, 5, 5, 5, 5, 5, 6);
    assertThat(between.owners).startsWith(new short[] {1, 0, 0, 1, 1, 1, 2, 1});
    assertSame(between.release(0, new int[] {5, 5}).release(2, new int[] {5}), twins);
    assertSame(twins.release(1, new int[] {5, 6}).release(1, new int[] {5}), one);
    assertSame(one.release(1, new int[] {-9, 5}), Points.EMPTY);
  }

  @Test
  void differenceCountsASharedPositionOnce() {
    Ring drained = ring.withWeight(TIES.get(0).first(), 0);

    RingDifference difference = RingDifference.between(ring, drained);

    assertThat(difference.moves(TIES.get(0).position())).isTrue();
    assertThat(RingDifference.between(drained, ring).movedHashes())
        .isEqualTo(difference.movedHashes());
  }

  private static void assertSame(Points actual, Points expected) {
    assertThat(actual.places).isEqualTo(expected.places);
    assertThat(actual.owners).isEqualTo(expected.owners);
    assertThat(actual.index).isEqualTo(expected.index);
  }
}
