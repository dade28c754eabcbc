package io.ballast.loadtest.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class GrowthTest {
  private static final Growth GROWTH = new Growth("it", 0.1, 5);

  private static List<Long> rising(int samples, long step) {
    return LongStream.range(0, samples).mapToObj(i -> 100 + i * step).toList();
  }

  @Test
  void steadyGrowthIsFound() {
    assertThat(GROWTH.judge(rising(30, 3)).held()).isFalse();
  }

  @Test
  void growthWithinTheSlackIsLetPass() {
    assertThat(GROWTH.judge(rising(30, 1)).held()).isTrue();
  }

  @Test
  void warmingUpIsNoGrowth() {
    assertThat(GROWTH.judge(List.of(1L, 10L, 90L, 100L, 100L, 101L, 100L, 99L, 100L)).held())
        .isTrue();
  }

  @Test
  void singleOutlierIsNoGrowth() {
    assertThat(GROWTH.judge(List.of(9L, 9L, 9L, 100L, 100L, 100L, 100L, 900L, 100L)).held())
        .isTrue();
  }

  @Test
  void withoutSamplesThereIsNoGrowth() {
    assertThat(GROWTH.judge(List.of()).held()).isTrue();
  }
}
