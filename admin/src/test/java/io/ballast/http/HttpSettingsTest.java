package io.ballast.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ballast.cluster.HostPort;
import io.ballast.command.Secret;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HttpSettingsTest {
  private static final HostPort LOOPBACK = new HostPort("127.0.0.1", 6810);
  private static final HostPort EVERYWHERE = new HostPort("0.0.0.0", 6810);
  private static final Duration IDLE = Duration.ofMinutes(1);

  @Test
  void defaultsAreLoopbackWithoutSecret() {
    assertThat(HttpSettings.defaults())
        .isEqualTo(new HttpSettings(LOOPBACK, Optional.empty(), IDLE, 128));
  }

  @Test
  void anAddressThatOthersReachNeedsASecret() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HttpSettings(EVERYWHERE, Optional.empty(), IDLE, 1))
        .withMessageStartingWith("bind = 0.0.0.0:6810: an admin address that is not loopback");
    assertThat(new HttpSettings(EVERYWHERE, Optional.of(Secret.of("sesame")), IDLE, 1).bind())
        .isEqualTo(EVERYWHERE);
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    for (Duration idle : new Duration[] {Duration.ZERO, Duration.ofHours(25)}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new HttpSettings(LOOPBACK, Optional.empty(), idle, 1))
          .withMessageStartingWith("idle = ");
    }
    for (int most : new int[] {0, 10_001}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new HttpSettings(LOOPBACK, Optional.empty(), IDLE, most))
          .withMessageStartingWith("max-connections = " + most);
    }
  }
}
