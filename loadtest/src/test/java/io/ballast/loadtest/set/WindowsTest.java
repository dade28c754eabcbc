package io.ballast.loadtest.set;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowsTest {
  private final Windows windows = new Windows();

  @Test
  void peakIsTheMostInAHundredMilliseconds() {
    windows.add(0);
    windows.add(99_999_999);
    windows.add(100_000_000);

    assertThat(windows.peak()).isEqualTo(2);
    assertThat(windows.total()).isEqualTo(3);
    assertThat(windows.perSecond()).containsExactly(3);
  }

  @Test
  void windowsGrowWithTime() {
    windows.add(3_600_000_000_000L);

    assertThat(windows.perSecond()).hasSize(3601).endsWith(0, 1);
  }

  @Test
  void nothingHasNoPeak() {
    assertThat(windows.peak()).isZero();
    assertThat(windows.perSecond()).isEmpty();
  }
}
