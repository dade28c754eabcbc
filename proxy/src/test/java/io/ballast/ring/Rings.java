package io.ballast.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What the tests of this package share: seeds, random rings, and comparisons down to the arrays.
 */
final class Rings {
  /** Characters of one to four UTF-8 bytes, on both sides of the surrogates. */
  private static final String[] LETTERS = {
    "a",
    "b",
    "#",
    "0",
    "1",
    "~",
    "é",
    "\u07ff",
    "\u0800",
    "\ud7ff",
    "\ue000",
    "\uffff",
    "\ud83d\ude80"
  };

  private Rings() {}

  /** Returns a random source from a seed that is printed, or from {@code -Dring.seed}. */
  static Random random(String test) {
    long seed = Long.getLong("ring.seed", System.nanoTime());
    System.out.println(test + ": -Dring.seed=" + seed);
    return new Random(seed);
  }

  static RingSettings density(int pointsPerWeight) {
    return new RingSettings(pointsPerWeight, RingSettings.DEFAULT_MAX_POINTS);
  }

  static String randomName(Random random) {
    StringBuilder name = new StringBuilder();
    int length = 1 + random.nextInt(4);
    for (int i = 0; i < length; i++) {
      name.append(LETTERS[random.nextInt(LETTERS.length)]);
    }
    return name.toString();
  }

  static Map<String, Integer> randomWeights(Random random, int nodes, int maxWeight) {
    Map<String, Integer> weights = new LinkedHashMap<>();
    while (weights.size() < nodes) {
      weights.put(randomName(random) + random.nextInt(1000), random.nextInt(maxWeight + 1));
    }
    return weights;
  }

  /** Returns hashes on, before and after some points, at both ends of the range, and anywhere. */
  static List<Integer> probes(Random random, SortedListRing reference) {
    List<Integer> probes = new ArrayList<>(List.of(0, -1, 1, Integer.MAX_VALUE, Integer.MIN_VALUE));
    int points = reference.points.size();
    for (int i = 0; i < 30; i++) {
      probes.add(random.nextInt());
      if (points > 0) {
        int position = (int) reference.points.get(random.nextInt(points)).position();
        probes.addAll(List.of(position - 1, position, position + 1));
      }
    }
    return probes;
  }

  static String ownerName(Ring ring, int hash) {
    int owner = ring.owner(hash);
    return owner == Ring.NONE ? null : ring.name(owner);
  }

  static List<String> walkNames(Ring ring, RingWalk walk, int hash) {
    List<String> names = new ArrayList<>();
    walk.start(ring, hash);
    for (int node = walk.next(); node != Ring.NONE; node = walk.next()) {
      names.add(ring.name(node));
    }
    return names;
  }

  /** Both rings are the same down to every array, the index included. */
  static void assertIdentical(Ring actual, Ring expected) {
    assertThat(actual.toString()).isEqualTo(expected.toString());
    assertThat(actual.settings()).isEqualTo(expected.settings());
    assertThat(actual.nodesWithPoints()).isEqualTo(expected.nodesWithPoints());
    Points a = actual.pointsOnRing();
    Points b = expected.pointsOnRing();
    assertThat(Arrays.equals(a.places, b.places)).as("equal places").isTrue();
    assertThat(Arrays.equals(a.owners, b.owners)).as("equal owners").isTrue();
    assertThat(Arrays.equals(a.index, b.index)).as("equal index").isTrue();
  }
}
