package io.ballast.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The weights of a ramp's steps. */
class RampTest {
  private static Ramp ramp(int from, int to, int steps) {
    return new Ramp("n", from, to, steps, 0, 1000, OptionalLong.empty());
  }

  private static List<Integer> weights(Ramp ramp) {
    List<Integer> weights = new ArrayList<>();
    Ramp at = ramp;
    while (!at.finished()) {
      at = at.stepped();
      weights.add(at.weight());
    }
    return weights;
  }

  @Test
  void stepsAreEvenAndRoundedHalfUp() {
    assertThat(weights(ramp(4, 0, 4))).containsExactly(3, 2, 1, 0);
    assertThat(weights(ramp(100, 0, 4))).containsExactly(75, 50, 25, 0);
    assertThat(weights(ramp(0, 10, 4))).containsExactly(3, 5, 8, 10);
    assertThat(weights(ramp(10, 0, 4))).containsExactly(8, 5, 3, 0);
    assertThat(weights(ramp(0, 100, 1))).containsExactly(100);
    assertThat(weights(ramp(100, 0, 3))).containsExactly(67, 33, 0);
  }

  @Test
  void endsAreExactAndEachStepGoesOnTowardsTheEnd() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 2000; i++) {
      int from = random.nextInt(1000);
      int to = random.nextInt(1000);
      if (from == to) {
        continue;
      }
      Ramp ramp = ramp(from, to, 1 + random.nextInt(Math.abs(to - from)));
      assertThat(ramp.weight()).as("seed %d %s", seed, ramp).isEqualTo(from);
      List<Integer> weights = weights(ramp);
      assertThat(weights).as("seed %d %s", seed, ramp).hasSize(ramp.steps()).endsWith(to);
      int before = from;
      for (int weight : weights) {
        assertThat(Integer.signum(weight - before)).isEqualTo(Integer.signum(to - from));
        before = weight;
      }
    }
  }

  @Test
  void largeWeightsDoNotOverflow() {
    Ramp ramp = ramp(0, 134_217_728, 134_217_728);
    assertThat(ramp.weightAfter(67_108_864)).isEqualTo(67_108_864);
    assertThat(ramp(Integer.MAX_VALUE, 0, 10).weightAfter(10)).isZero();
  }

  @Test
  void numbersOutOfRangeAreRefusedWithTheRule() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ramp(10, 12, 3))
        .withMessage("steps = 3: from weight 10 to 12 there are 1 to 2 steps");
    assertThatIllegalArgumentException().isThrownBy(() -> ramp(10, 10, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> ramp(10, 0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ramp(10, -1, 1))
        .withMessageStartingWith("weight = -1: ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Ramp("n", 4, 0, 4, 5, 1000, OptionalLong.empty()))
        .withMessageStartingWith("steps done = 5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Ramp("n", 4, 0, 4, 0, 0, OptionalLong.empty()))
        .withMessageStartingWith("spacing = 0 ms");
  }
}
