package io.ballast.sim;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HabitsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void valuesOutOfRangeAreRefusedByName() {
    assertThatThrownBy(() -> new Habits(Duration.ZERO, 1, 0, SECOND, SECOND, SECOND, 0))
        .hasMessage("message = PT0S: it is above 0");
    assertThatThrownBy(() -> new Habits(SECOND, 1001, 0, SECOND, SECOND, SECOND, 0))
        .hasMessage("burst = 1001: it is from 1 to 1000");
    assertThatThrownBy(() -> new Habits(SECOND, 1, -1, SECOND, SECOND, SECOND, 0))
        .hasMessage("padding = -1: it is from 0 to 8000");
    assertThatThrownBy(() -> new Habits(SECOND, 1, 0, SECOND, SECOND, SECOND, 1.5))
        .hasMessage("never-return = 1.5: it is from 0 to 1");
  }
}
