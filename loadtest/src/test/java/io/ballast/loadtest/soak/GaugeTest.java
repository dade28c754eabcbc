package io.ballast.loadtest.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GaugeTest {
  private static final List<String> METRICS =
      List.of(
          "# HELP a What it is.",
          "a{cluster=\"x\"} 3.0",
          "a{cluster=\"y\"} 4.0",
          "a_more 9.0",
          "b 1.2E7");

  @Test
  void valuesOfAMetricAreAddedUp() throws IOException {
    assertThat(Gauge.metric(METRICS, "a{")).isEqualTo(7);
    assertThat(Gauge.metric(METRICS, "b ")).isEqualTo(12_000_000);
  }

  @Test
  void missingMetricIsNamed() {
    assertThatThrownBy(() -> Gauge.metric(METRICS, "c "))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no line that begins with c");
  }
}
