package io.ballast.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.ballast.ring.RingSettings;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Which changes give a drain a deadline, and which end it. */
class DrainDeadlineTest {
  /** a (weight 4) and b (weight 2) in zone x; zone y without nodes. */
  private static final ClusterSettings SETTINGS =
      new ClusterSettings(
          "c",
          List.of(new Zone("x"), new Zone("y")),
          List.of(node("a", "x", 4), node("b", "x", 2)),
          Affinity.NONE,
          Map.of(),
          100,
          new RingSettings(128, 128 * 1000));

  private static Node node(String name, String zone, int weight) {
    return new Node(name, HostPort.parse("10.0.0.1:6801"), zone, weight);
  }

  private static Snapshot after(Change... changes) throws ChangeRefused {
    Snapshot snapshot = Snapshot.of(SETTINGS);
    for (Change change : changes) {
      snapshot = snapshot.with(change);
    }
    return snapshot;
  }

  @Test
  void drainHasItsDeadlineUntilTheNodeHasAWeightOrIsGone() throws ChangeRefused {
    Change drain = new Change.Drain("a", OptionalLong.of(77));

    assertThat(after(drain).deadlines()).containsExactly(entry("a", 77L));
    assertThat(after(drain).node("a").orElseThrow().node().weight()).isZero();
    assertThat(after(drain, new Change.MoveNode("a", "y")).deadline("a")).hasValue(77);
    assertThat(after(drain, new Change.SetWeight("a", 0)).deadline("a")).hasValue(77);
    assertThat(after(drain, new Change.SetWeight("a", 1)).deadlines()).isEmpty();
    assertThat(
            after(
                    drain,
                    new Change.StartRamp(new Ramp("a", 0, 9, 3, 0, 1000, OptionalLong.empty())))
                .deadline("a"))
        .isEmpty();
    assertThat(after(drain, new Change.RemoveNode("a")).deadlines()).isEmpty();
    assertThat(after(drain, new Change.RemoveNode("a"), new Change.AddNode(node("a", "x", 0))))
        .satisfies(again -> assertThat(again.deadline("a")).isEmpty());
  }

  @Test
  void laterDeadlineOfADrainReplacesTheOneBefore() throws ChangeRefused {
    Snapshot drained = after(new Change.Drain("a", OptionalLong.of(77)));

    assertThat(drained.with(new Change.Drain("a", OptionalLong.of(77)))).isSameAs(drained);
    assertThat(drained.with(new Change.Drain("a", OptionalLong.empty()))).isSameAs(drained);
    assertThat(drained.with(new Change.Drain("a", OptionalLong.of(78))).deadline("a")).hasValue(78);
    assertThat(new Change.Drain("a", OptionalLong.of(78)).describe(drained))
        .isEqualTo(
            "weight of a: 0 -> 0, deadline 1970-01-01T00:00:00.077Z -> 1970-01-01T00:00:00.078Z");
    assertThat(new Change.Drain("a", OptionalLong.empty()).describe(Snapshot.of(SETTINGS)))
        .isEqualTo("weight of a: 4 -> 0");
  }

  @Test
  void drainOfNoNodeIsRefused() throws ChangeRefused {
    Snapshot start = Snapshot.of(SETTINGS);

    assertThatThrownBy(() -> start.with(new Change.Drain("z", OptionalLong.of(77))))
        .isInstanceOf(ChangeRefused.class)
        .hasMessageContaining("NODES lists them");
  }

  @Test
  void deadlineOfARampOutlivesItsLastStep() throws ChangeRefused {
    Change start = new Change.StartRamp(new Ramp("a", 4, 0, 2, 0, 1000, OptionalLong.of(77)));

    assertThat(after(start).deadline("a")).hasValue(77);
    assertThat(after(start).deadlines()).isEmpty();
    assertThat(after(start, new Change.CancelRamp("a")).deadline("a")).isEmpty();
    assertThat(after(start, new Change.SetWeight("a", 0)).deadline("a")).hasValue(77);
    assertThat(after(start, new Change.Drain("a", OptionalLong.of(78))).deadline("a")).hasValue(78);
    assertThat(after(start, new Change.StepRamp("a", 2)).deadlines())
        .containsExactly(entry("a", 77L));
  }

  @Test
  void reconfiguredClusterHasTheDeadlinesOfItsTarget() throws ChangeRefused {
    Snapshot target = after(new Change.Drain("b", OptionalLong.of(9)));
    Change edit = new Change.Reconfigure(SETTINGS, target);

    assertThat(after(new Change.Drain("a", OptionalLong.of(77)), edit).deadlines())
        .containsExactly(entry("b", 9L));
  }
}
