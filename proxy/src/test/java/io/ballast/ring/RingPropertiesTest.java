package io.ballast.ring;

import static io.ballast.ring.Rings.assertIdentical;
import static io.ballast.ring.Rings.density;
import static io.ballast.ring.Rings.ownerName;
import static io.ballast.ring.Rings.probes;
import static io.ballast.ring.Rings.random;
import static io.ballast.ring.Rings.randomWeights;
import static io.ballast.ring.Rings.walkNames;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What holds for every ring, on random ones against {@link SortedListRing}. */
class RingPropertiesTest {
  private static final int ROUNDS = 60;

  @Test
  void ownersPointsAndWalksAreThoseOfTheSortedList() {
    Random random = random("owners");
    RingWalk walk = new RingWalk();
    for (int round = 0; round < ROUNDS; round++) {
      int perWeight = 1 + random.nextInt(12);
      Map<String, Integer> weights = randomWeights(random, random.nextInt(12), 5);
      Ring ring = Ring.of(density(perWeight), weights);
      SortedListRing reference = new SortedListRing(perWeight, weights);

      assertSameNodes(ring, reference);
      assertSamePoints(ring, reference);
      for (int hash : probes(random, reference)) {
        assertThat(ownerName(ring, hash)).isEqualTo(reference.owner(hash));
        assertThat(walkNames(ring, walk, hash)).isEqualTo(reference.walk(hash));
      }
    }
  }

  @Test
  void walkOverHundredsOfNodesMeetsEachWithPointsOnce() {
    Random random = random("walk over hundreds");
    Map<String, Integer> weights = randomWeights(random, 300, 2);
    Ring ring = Ring.of(density(2), weights);
    SortedListRing reference = new SortedListRing(2, weights);
    RingWalk walk = new RingWalk();

    for (int round = 0; round < 20; round++) {
      int hash = random.nextInt();
      assertThat(walkNames(ring, walk, hash)).isEqualTo(reference.walk(hash));
    }
    assertThat(walk.next()).isEqualTo(Ring.NONE);
  }

  @Test
  void anySequenceOfChangesEndsAtTheRingBuiltAfresh() {
    Random random = random("sequence");
    for (int round = 0; round < ROUNDS; round++) {
      RingSettings settings = density(1 + random.nextInt(20));
      List<String> names = List.copyOf(randomWeights(random, 8, 0).keySet());
      Map<String, Integer> weights = new LinkedHashMap<>();
      Ring ring = Ring.empty(settings);
      for (int change = 0; change < 30; change++) {
        String name = names.get(random.nextInt(names.size()));
        if (random.nextInt(4) == 0) {
          weights.remove(name);
          ring = ring.without(name);
        } else {
          int weight = random.nextInt(6);
          weights.put(name, weight);
          ring = ring.withWeight(name, weight);
        }
        assertIdentical(ring, Ring.of(settings, weights));
      }
    }
  }

  @Test
  void orderOfAddingNeverMatters() {
    Random random = random("order");
    for (int round = 0; round < ROUNDS; round++) {
      Map<String, Integer> weights = randomWeights(random, 8, 20);
      List<String> order = new ArrayList<>(weights.keySet());
      Collections.shuffle(order, random);
      Ring ring = Ring.empty(RingSettings.DEFAULT);
      for (String name : order) {
        ring = ring.withWeight(name, weights.get(name));
      }

      assertIdentical(ring, Ring.of(RingSettings.DEFAULT, weights));
    }
  }

  @Test
  void loweringAWeightAndRaisingItAgainRestoresTheRing() {
    Random random = random("there and back");
    for (int round = 0; round < ROUNDS; round++) {
      Map<String, Integer> weights = randomWeights(random, 5, 8);
      String name = List.copyOf(weights.keySet()).get(random.nextInt(5));
      weights.put(name, 2);
      Ring two = Ring.of(RingSettings.DEFAULT, weights);

      assertIdentical(two.withWeight(name, 4).withWeight(name, 2), two);
      assertIdentical(two.withWeight(name, 0).withWeight(name, 2), two);
      assertIdentical(two.without(name).withWeight(name, 2), two);
    }
  }

  @Test
  void loweredWeightReleasesOnlyTheHighestNumberedPoints() {
    Random random = random("released");
    for (int round = 0; round < ROUNDS; round++) {
      int perWeight = 1 + random.nextInt(40);
      Map<String, Integer> weights = randomWeights(random, 5, 8);
      String name = List.copyOf(weights.keySet()).get(random.nextInt(5));
      int high = 1 + random.nextInt(8);
      int low = random.nextInt(high);
      weights.put(name, high);
      Ring lowered = Ring.of(density(perWeight), weights).withWeight(name, low);

      SortedListRing expected = new SortedListRing(perWeight, weights);
      for (int i = low * perWeight; i < high * perWeight; i++) {
        long position = Integer.toUnsignedLong(RingHash.hash(name + "#" + i));
        expected.points.remove(new SortedListRing.Point(position, name));
      }
      assertSamePoints(lowered, expected);
    }
  }

  @Test
  void stepMovesOnlyHashesOfTheChangedNode() {
    Random random = random("step");
    for (int round = 0; round < ROUNDS; round++) {
      Map<String, Integer> weights = randomWeights(random, 6, 8);
      String name = List.copyOf(weights.keySet()).get(random.nextInt(6));
      Ring high = Ring.of(density(16), weights).withWeight(name, 5 + random.nextInt(5));
      Ring low = high.withWeight(name, random.nextInt(5));
      for (int i = 0; i < 2000; i++) {
        int hash = random.nextInt();
        String before = ownerName(high, hash);
        String after = ownerName(low, hash);
        if (!Objects.equals(before, after)) {
          assertThat(before).isEqualTo(name);
        }
      }
    }
  }

  @Test
  void smallWeightsAreWithinFortyPercentOfTheirShares() {
    Random random = random("shares of 1, 2, 4");
    for (int round = 0; round < 5; round++) {
      assertShares(Ring.of(RingSettings.DEFAULT, named(random, 1, 2, 4)), 0.40);
    }
  }

  @Test
  void weightsNearOneHundredAreWithinFourPercentOfTheirShares() {
    Random random = random("shares near 100");
    for (int round = 0; round < 3; round++) {
      assertShares(Ring.of(RingSettings.DEFAULT, named(random, 90, 100, 110, 100)), 0.04);
    }
  }

  private static Map<String, Integer> named(Random random, int... weights) {
    Map<String, Integer> named = new LinkedHashMap<>();
    for (int weight : weights) {
      named.put("node-" + Integer.toHexString(random.nextInt()) + named.size(), weight);
    }
    return named;
  }

  /** Compares the exact parts of the hash space: all of it moves to nowhere if all weights go. */
  private static void assertShares(Ring ring, double bound) {
    RingDifference toNowhere = RingDifference.between(ring, Ring.empty(RingSettings.DEFAULT));
    assertThat(toNowhere.movedHashes()).isEqualTo(RingDifference.HASHES);
    double points = ring.totalPoints();
    for (RingDifference.Transfer transfer : toNowhere.transfers()) {
      double ideal = RingDifference.HASHES * (ring.points(transfer.from()) / points);
      assertThat((double) transfer.hashes()).isCloseTo(ideal, within(ideal * bound));
    }
    assertThat(toNowhere.transfers()).hasSize(ring.size());
  }

  private static void assertSameNodes(Ring ring, SortedListRing reference) {
    List<String> names = List.copyOf(reference.weights.keySet());
    assertThat(ring.size()).isEqualTo(names.size());
    for (int node = 0; node < names.size(); node++) {
      assertThat(ring.name(node)).isEqualTo(names.get(node));
      assertThat(ring.indexOf(names.get(node))).isEqualTo(node);
      assertThat(ring.weight(node)).isEqualTo(reference.weights.get(names.get(node)));
    }
  }

  private static void assertSamePoints(Ring ring, SortedListRing reference) {
    Points points = ring.pointsOnRing();
    List<SortedListRing.Point> actual = new ArrayList<>();
    for (int i = 0; i < points.count(); i++) {
      long position = Integer.toUnsignedLong(Points.place(points.places[i]));
      actual.add(new SortedListRing.Point(position, ring.name(points.owners[i])));
    }
    assertThat(actual).isEqualTo(reference.points);
  }
}
