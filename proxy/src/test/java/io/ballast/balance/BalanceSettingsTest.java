package io.ballast.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BalanceSettingsTest {
  private static DampingSettings damping(Duration dwell, Duration hold, int crowd) {
    DampingSettings d = DampingSettings.DEFAULT;
    return new DampingSettings(
        dwell,
        d.residency(),
        d.coolDown(),
        d.override(),
        hold,
        d.holdMax(),
        d.settle(),
        d.settleMax(),
        crowd);
  }

  private static PaceSettings pace(Duration tick, int rate, Optional<Duration> patience) {
    PaceSettings d = PaceSettings.DEFAULT;
    return new PaceSettings(
        tick, rate, d.nodeRatePerSecond(), d.quiet(), patience, d.returnWindow(), d.brake());
  }

  @Test
  void defaultsAreThoseOfTheManual() {
    DampingSettings damping = BalanceSettings.DEFAULT.damping();
    PaceSettings pace = BalanceSettings.DEFAULT.pace();

    assertThat(BalanceSettings.DEFAULT.mode()).isEqualTo(Mode.MOVE);
    assertThat(BalanceSettings.DEFAULT.onDown()).isEqualTo(OnDown.MOVE);
    assertThat(damping.dwell()).isEqualTo(Duration.ofSeconds(30));
    assertThat(damping.residency()).isEqualTo(Duration.ofSeconds(60));
    assertThat(damping.coolDown()).isEqualTo(Duration.ofMinutes(10));
    assertThat(damping.override()).isEqualTo(Duration.ofMinutes(10));
    assertThat(damping.hold()).isEqualTo(Duration.ofSeconds(60));
    assertThat(damping.holdMax()).isEqualTo(Duration.ofMinutes(15));
    assertThat(damping.settle()).isEqualTo(Duration.ofSeconds(60));
    assertThat(damping.settleMax()).isEqualTo(Duration.ofMinutes(15));
    assertThat(damping.crowd()).isEqualTo(8);
    assertThat(pace.tick()).isEqualTo(Duration.ofSeconds(1));
    assertThat(pace.ratePerSecond()).isEqualTo(100);
    assertThat(pace.nodeRatePerSecond()).isEqualTo(50);
    assertThat(pace.quiet()).isEqualTo(Duration.ofSeconds(1));
    assertThat(pace.patience()).contains(Duration.ofSeconds(60));
    assertThat(pace.returnWindow()).isEqualTo(Duration.ofSeconds(30));
    assertThat(pace.brake()).isTrue();
  }

  @Test
  void valueOutOfItsRangeIsRefusedWithTheKeyTheValueAndTheRange() {
    Duration minute = Duration.ofMinutes(1);

    assertThatThrownBy(() -> damping(Duration.ofSeconds(-1), minute, 8))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("dwell = -1s: it is 0s to 3600s");
    assertThatThrownBy(() -> damping(minute, minute, 0))
        .hasMessage("crowd = 0: it is 1 to 1000000");
    assertThatThrownBy(() -> damping(minute, Duration.ofHours(1), 8))
        .hasMessage("hold = 3600s: it is 0s to 900s");
    assertThatThrownBy(() -> pace(Duration.ofMillis(10), 100, Optional.empty()))
        .hasMessage("tick = 10ms: it is 100ms to 60s");
    assertThatThrownBy(() -> pace(minute, 0, Optional.empty()))
        .hasMessage("rate = 0: it is 1 to 100000");
    assertThatThrownBy(() -> pace(minute, 1, Optional.of(Duration.ofDays(2))))
        .hasMessage("patience = 172800s: it is 0s to 86400s");
  }

  @Test
  void patienceMayBeWithoutEnd() {
    assertThat(pace(Duration.ofSeconds(1), 100, Optional.empty()).patience()).isEmpty();
  }
}
