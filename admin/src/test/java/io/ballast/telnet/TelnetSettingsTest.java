package io.ballast.telnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ballast.cluster.HostPort;
import io.ballast.command.Secret;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TelnetSettingsTest {
  private static final HostPort LOOPBACK = new HostPort("127.0.0.1", 6809);
  private static final Duration IDLE = Duration.ofMinutes(10);

  @Test
  void defaultsAreLoopbackWithoutSecret() {
    TelnetSettings defaults = TelnetSettings.defaults();
    assertThat(defaults.bind()).isEqualTo(LOOPBACK);
    assertThat(defaults.secret()).isEmpty();
    assertThat(defaults.idle()).isEqualTo(IDLE);
    assertThat(defaults.maxConnections()).isEqualTo(64);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1", "2001:db8::1", "localhost.example"})
  void addressThatIsNotLoopbackNeedsASecret(String host) {
    HostPort bind = new HostPort(host, 6809);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TelnetSettings(bind, Optional.empty(), IDLE, 64))
        .withMessageContaining("an admin address that is not loopback needs a secret");
    Optional<Secret> secret = Optional.of(Secret.of("sesame"));
    assertThat(new TelnetSettings(bind, secret, IDLE, 64).toString()).doesNotContain("sesame");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.8.9.10", "::1", "localhost"})
  void loopbackNeedsNoSecret(String host) {
    HostPort bind = new HostPort(host, 0);
    assertThat(new TelnetSettings(bind, Optional.empty(), IDLE, 64).bind()).isEqualTo(bind);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 999, 86_400_001})
  void idleTimeoutHasARange(long millis) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new TelnetSettings(LOOPBACK, Optional.empty(), Duration.ofMillis(millis), 64))
        .withMessage("idle = " + millis + "ms: an idle timeout is 1 s to 24 h");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 10_001})
  void numberOfConnectionsHasARange(int connections) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TelnetSettings(LOOPBACK, Optional.empty(), IDLE, connections))
        .withMessage("max-connections = " + connections + ": the limit is 1 to 10000");
  }
}
