package io.ballast.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The values that settings of health checks may have. */
class HealthSettingsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void defaultsAreTheDocumentedOnes() {
    assertThat(HealthSettings.DEFAULT)
        .isEqualTo(new HealthSettings(Duration.ofSeconds(2), 2, 3, SECOND));
  }

  @Test
  void intervalOfZeroStopsProbesOfNodesThatAreUp() {
    assertThat(new HealthSettings(Duration.ZERO, 2, 3, SECOND).probing()).isFalse();
    assertThat(HealthSettings.DEFAULT.probing()).isTrue();
  }

  @Test
  void valuesOutOfRangeAreRefusedWithTheRule() {
    refused(() -> new HealthSettings(Duration.ofMillis(99), 2, 3, SECOND), "interval = 99 ms");
    refused(() -> new HealthSettings(Duration.ofMillis(-1), 2, 3, SECOND), "interval = -1 ms");
    refused(() -> new HealthSettings(Duration.ofHours(2), 2, 3, SECOND), "interval = 7200000 ms");
    refused(() -> new HealthSettings(SECOND, 0, 3, SECOND), "rise = 0");
    refused(() -> new HealthSettings(SECOND, 2, 101, SECOND), "fall = 101");
    refused(() -> new HealthSettings(SECOND, 2, 3, Duration.ZERO), "timeout = 0 ms");
    refused(() -> new HealthSettings(SECOND, 2, 3, Duration.ofMinutes(2)), "timeout = 120000 ms");
  }

  private static void refused(Runnable settings, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(settings::run)
        .withMessageStartingWith(message + ": ");
  }
}
