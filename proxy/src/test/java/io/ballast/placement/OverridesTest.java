package io.ballast.placement;

import static io.ballast.placement.PlacedCluster.set;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The table of overrides. */
class OverridesTest {
  private final Overrides overrides = new Overrides();

  @Test
  void entryHoldsUntilItsTimeOnAClockThatMayWrap() {
    long end = Long.MIN_VALUE + 5;
    assertThat(overrides.put(set(1), "a", end)).isTrue();
    assertThat(overrides.node(set(1), Long.MAX_VALUE - 5)).isEqualTo("a");
    assertThat(overrides.node(set(1), end - 1)).isEqualTo("a");
    assertThat(overrides.node(set(1), end)).isNull();
    assertThat(overrides.node(set(2), 0)).isNull();
  }

  @Test
  void expiryRemovesWhatHasEndedOnly() {
    overrides.put(set(1), "a", 10);
    overrides.put(set(2), "a", 11);
    overrides.expire(10);
    assertThat(overrides.size()).isEqualTo(1);
    assertThat(overrides.node(set(2), 10)).isEqualTo("a");
  }

  @Test
  void fullTableTakesNoNewSetAndStillChangesThoseItHas() {
    for (int i = 0; i < Overrides.MAX_ENTRIES; i++) {
      assertThat(overrides.put(set(i), "a", 10)).isTrue();
    }
    assertThat(overrides.put(set(-1), "a", 10)).isFalse();
    assertThat(overrides.put(set(7), "b", 10)).isTrue();
    assertThat(overrides.node(set(7), 0)).isEqualTo("b");
    overrides.remove(set(7));
    assertThat(overrides.put(set(-1), "a", 10)).isTrue();
    assertThat(overrides.size()).isEqualTo(Overrides.MAX_ENTRIES);
  }
}
