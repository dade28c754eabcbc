package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.HostPort;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DefaultSettingsTest {
  @Test
  void defaultsKeepTheirOwnRules() {
    assertThat(ConnectSettings.DEFAULT.timeout()).isEqualTo(Duration.ofSeconds(2));
    ListenerSettings listener = ListenerSettings.of("a", "c", new HostPort("127.0.0.1", 0));
    assertThat(listener.timeouts().identify()).isEqualTo(Duration.ofSeconds(5));
    assertThat(listener.congestionControl()).isEqualTo(new CongestionControl("auto"));
    assertThat(ConnectSettings.DEFAULT.congestionControl()).isEqualTo(CongestionControl.AUTO);
    assertThat(listener.keepalive().userTimeout()).isEqualTo(Duration.ofMinutes(2));
    assertThat(listener.move().farewellBytes()).isEmpty();
  }
}
