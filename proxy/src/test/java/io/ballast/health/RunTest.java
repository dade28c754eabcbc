package io.ballast.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Health;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What a run of results makes of a node's health. */
class RunTest {
  private static final Run UP = Run.of(Health.UP);
  private static final Run DOWN = Run.of(Health.DOWN);

  @Test
  void nodeIsDownAfterFallFailuresInARow() {
    assertThat(UP.failed(3).failed(3).health()).isEqualTo(Health.UP);
    assertThat(UP.failed(3).failed(3).failed(3)).isEqualTo(DOWN);
    assertThat(UP.failed(1)).isEqualTo(DOWN);
  }

  @Test
  void nodeIsUpAfterRiseSuccessesInARow() {
    assertThat(DOWN.succeeded(2).health()).isEqualTo(Health.DOWN);
    assertThat(DOWN.succeeded(2).succeeded(2)).isEqualTo(UP);
  }

  @Test
  void resultThatAgreesEndsTheRun() {
    assertThat(UP.failed(3).failed(3).succeeded(2)).isEqualTo(UP);
    assertThat(DOWN.succeeded(2).failed(3)).isEqualTo(DOWN);
  }

  @Test
  void connectClearsANodeThatIsUpAndTellsNothingOfOneThatIsDown() {
    assertThat(UP.failed(3).connected()).isEqualTo(UP);
    assertThat(DOWN.succeeded(3).connected()).isEqualTo(DOWN.succeeded(3));
    assertThat(DOWN.connected()).isEqualTo(DOWN);
  }

  @RepeatedTest(5)
  void healthIsWhatTheLastResultsSay() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int rise = 1 + random.nextInt(4);
    int fall = 1 + random.nextInt(4);
    Run run = UP;
    Health expected = Health.UP;
    int successes = 0;
    int failures = 0;
    for (int i = 0; i < 2000; i++) {
      boolean success = random.nextInt(3) > 0;
      run = success ? run.succeeded(rise) : run.failed(fall);
      successes = success ? successes + 1 : 0;
      failures = success ? 0 : failures + 1;
      if (successes >= rise) {
        expected = Health.UP;
      } else if (failures >= fall) {
        expected = Health.DOWN;
      }
      assertThat(run.health()).as("seed %d, result %d", seed, i).isEqualTo(expected);
    }
  }
}
