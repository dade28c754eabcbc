package io.ballast.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RingSettingsTest {
  @Test
  void defaultsAreTheDocumentedOnes() {
    assertThat(RingSettings.DEFAULT).isEqualTo(new RingSettings(128, 4_194_304));
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 65_537, Integer.MAX_VALUE})
  void pointsPerWeightOutOfRangeIsRefused(int value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RingSettings(value, 1))
        .withMessageStartingWith("points-per-weight = " + value + ": it is 1 to 65536; ");
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 134_217_729, Integer.MAX_VALUE})
  void maxPointsOutOfRangeIsRefused(int value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RingSettings(1, value))
        .withMessageStartingWith("max-points = " + value + ": it is 1 to 134217728; ");
  }

  @Test
  void endsOfTheRangesAreAccepted() {
    assertThat(new RingSettings(1, 1).maxPoints()).isEqualTo(1);
    assertThat(new RingSettings(65_536, 134_217_728).pointsPerWeight()).isEqualTo(65_536);
  }
}
