package io.ballast.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class HistoryTest {
  private final History history = new History();

  @Test
  void samplesAreInOrder() {
    history.sample(Map.of("a", 1));
    history.sample(Map.of("a", 2, "b", 7));
    assertThat(history.nodes()).containsExactly("a", "b");
    assertThat(history.of("a")).containsExactly(1, 2);
    assertThat(history.of("b")).containsExactly(History.ABSENT, 7);
  }

  @Test
  void onlyTheLastHourIsKept() {
    for (int i = 0; i < History.SAMPLES + 5; i++) {
      history.sample(Map.of("a", i));
    }
    int[] samples = history.of("a");
    assertThat(samples).hasSize(History.SAMPLES);
    assertThat(samples[0]).isEqualTo(5);
    assertThat(samples[History.SAMPLES - 1]).isEqualTo(History.SAMPLES + 4);
  }

  @Test
  void aNodeThatIsGoneIsForgottenAfterAnHour() {
    history.sample(Map.of("a", 1, "b", 1));
    for (int i = 0; i < History.SAMPLES - 1; i++) {
      history.sample(Map.of("a", 1));
    }
    assertThat(history.nodes()).containsExactly("a", "b");
    history.sample(Map.of("a", 1));
    assertThat(history.nodes()).containsExactly("a");
  }
}
