package io.ballast.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The ring reproduces the published figures, key by key. */
class PublishedFiguresTest {
  private static final RingSettings SETTINGS = RingSettings.DEFAULT;

  static List<String[]> shares() {
    return PublishedFigures.shares();
  }

  @ParameterizedTest
  @MethodSource("shares")
  void sharesAreThePublishedOnes(
      String perWeight, String keys, String large, String medium, String small) {
    RingSettings settings =
        new RingSettings(Integer.parseInt(perWeight), RingSettings.DEFAULT_MAX_POINTS);
    Ring ring = Ring.of(settings, Map.of("small", 1, "medium", 2, "large", 4));

    assertThat(owned(ring, Integer.parseInt(keys)))
        .isEqualTo(
            Map.of(
                "large", Integer.parseInt(large),
                "medium", Integer.parseInt(medium),
                "small", Integer.parseInt(small)));
  }

  @Test
  void drainingStepByStepMovesThePublishedKeysAndOnlyThoseOfTheDrainedNode() {
    Ring before = null;
    for (String[] row : PublishedFigures.drain()) {
      int weight = Integer.parseInt(row[0]);
      int keys = Integer.parseInt(row[1]);
      Ring ring =
          before == null
              ? Ring.of(SETTINGS, Map.of("small", 1, "medium", 2, "large", weight))
              : before.withWeight("large", weight);

      assertThat(owned(ring, keys))
          .isEqualTo(
              Map.of(
                  "large", Integer.parseInt(row[2]),
                  "medium", Integer.parseInt(row[3]),
                  "small", Integer.parseInt(row[4])));
      if (before != null) {
        assertThat(movedOff("large", before, ring, keys)).isEqualTo(Integer.parseInt(row[5]));
      }
      before = ring;
    }
    assertThat(before).isNotNull();
    assertThat(before.weight(before.indexOf("large"))).isZero();
  }

  private static int movedOff(String node, Ring before, Ring after, int keys) {
    int moved = 0;
    for (int i = 0; i < keys; i++) {
      int hash = RingHash.hash("key" + i);
      String from = before.name(before.owner(hash));
      String to = after.name(after.owner(hash));
      if (!from.equals(to)) {
        assertThat(from).as("owner of key%d before the step", i).isEqualTo(node);
        moved++;
      }
    }
    return moved;
  }

  /** Counts the keys key0, key1, … of each node of {@code ring}, zeros included. */
  private static Map<String, Integer> owned(Ring ring, int keys) {
    int[] counts = new int[ring.size()];
    for (int i = 0; i < keys; i++) {
      counts[ring.owner(RingHash.hash("key" + i))]++;
    }
    Map<String, Integer> owned = new HashMap<>();
    for (int node = 0; node < counts.length; node++) {
      owned.put(ring.name(node), counts[node]);
    }
    return owned;
  }
}
