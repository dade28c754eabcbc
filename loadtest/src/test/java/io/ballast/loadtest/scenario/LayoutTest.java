package io.ballast.loadtest.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LayoutTest {
  @Test
  void targetsFollowTheWeights() {
    Layout layout = Layout.even(400, 100, 100, 200);

    assertThat(layout.targets(Map.of("n1", 100L, "n2", 100L, "n3", 200L)))
        .isEqualTo(Map.of("n1", 100.0, "n2", 100.0, "n3", 200.0));
    assertThat(layout.targets(Map.of("n1", 0L, "n2", 100L, "n3", 100L)))
        .isEqualTo(Map.of("n1", 0.0, "n2", 200.0, "n3", 200.0));
    assertThat(layout.targets(Map.of())).containsEntry("n1", 0.0);
  }

  @Test
  void targetsAreThoseOfANodesOwnZone() {
    Layout layout = ZonesScenario.layoutOf(500);

    assertThat(
            layout.targets(
                Map.of("na-1", 10L, "na-2", 10L, "asia-1", 30L, "asia-2", 10L, "hub", 1L)))
        .isEqualTo(
            Map.of("na-1", 100.0, "na-2", 100.0, "asia-1", 150.0, "asia-2", 50.0, "hub", 100.0));
  }

  @Test
  void identitiesBeginWithTheirZone() {
    assertThat(ZonesScenario.layoutOf(10).identities())
        .containsExactlyInAnyOrder(
            "na-1",
            "na-2",
            "na-3",
            "na-4",
            "asia-1",
            "asia-2",
            "asia-3",
            "asia-4",
            "default-1",
            "default-2");
  }
}
