package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.cluster.SetId;
import io.ballast.ring.Ring;
import io.ballast.ring.RingSettings;
import io.ballast.session.CloseReason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The published ring, drained step by step under live sessions on real sockets. */
final class PublishedDrainTest {
  private static final int EVERY = 14;
  private static final int KEYS = 7000;

  @Test
  void eachStepMovesExactlyTheKeysOfTheReleasedPoints() throws Exception {
    List<String> keys = IntStream.range(0, KEYS / EVERY).mapToObj(i -> "key" + i * EVERY).toList();
    try (MovingRig rig =
        MovingRig.with().node("small", 1).node("medium", 2).node("large", 4).start()) {
      rig.connect(keys);
      Map<String, Integer> sessions = new HashMap<>();
      keys.forEach(key -> sessions.put(key, 1));
      assertPlaces(rig, keys, sessions, ring(4));
      for (int weight = 3; weight >= 0; weight--) {
        Ring before = ring(weight + 1);
        Ring after = ring(weight);
        int moved = 0;
        for (String key : keys) {
          if (!owner(before, key).equals(owner(after, key))) {
            assertThat(owner(before, key)).isEqualTo("large");
            sessions.merge(key, 1, Integer::sum);
            moved++;
          }
        }
        assertThat(moved).isPositive();
        rig.weigh("large", weight);
        await()
            .untilAsserted(
                () ->
                    assertThat(rig.sets.sessions())
                        .isEqualTo(sessions.values().stream().mapToInt(n -> n).sum()));
        rig.awaitSettled();
        assertPlaces(rig, keys, sessions, after);
      }
      assertThat(rig.sets.on("large")).isZero();
      assertThat(rig.sets.failures).hasValue(0);
      assertThat(rig.rejected).isEmpty();
      assertThat(rig.closed).containsOnly(CloseReason.MOVED);
    }
  }

  private static Ring ring(int large) {
    return Ring.of(RingSettings.DEFAULT, Map.of("small", 1, "medium", 2, "large", large));
  }

  private static String owner(Ring ring, String key) {
    return ring.name(ring.owner(SetId.of(key).ringHash()));
  }

  private static void assertPlaces(
      MovingRig rig, List<String> keys, Map<String, Integer> sessions, Ring ring) {
    for (String key : keys) {
      assertThat(rig.sets.places(key))
          .as(key)
          .hasSize(sessions.get(key))
          .endsWith(owner(ring, key));
    }
  }
}
