package io.ballast;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.ClusterSettings;
import io.ballast.relay.CongestionControl;
import io.ballast.relay.ConnectSettings;
import io.ballast.relay.ListenerSettings;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Congestion control that the system has not is found before a proxy starts. Needs Linux. */
final class CongestionCheckTest {
  private static ProxySettings settings(String ofListener, String ofNodes) {
    ClusterPolicy policy =
        EditedProxy.connecting(
            ClusterSettings.of("c", List.of()),
            ConnectSettings.DEFAULT.withCongestionControl(new CongestionControl(ofNodes)));
    ListenerSettings listener =
        EditedProxy.listener("l", "c").withCongestionControl(new CongestionControl(ofListener));
    return new ProxySettings(List.of(policy), List.of(listener), EditedProxy.LOOPS);
  }

  private static void assertNotStarted(ProxySettings settings, String message) {
    assertThatThrownBy(() -> Proxy.start(settings, ChangeLog.NONE, new ProxyObserver() {}))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void whatTheSystemHasNotIsSaidWithItsKey() {
    assertNotStarted(
        settings("no-such-one", "auto"),
        "listeners.l.congestion-control = no-such-one: the system has no such algorithm; ");
    assertNotStarted(
        settings("auto", "no-such-one"),
        "clusters.c.connect.congestion-control = no-such-one: the system has no such algorithm; ");
  }

  @Test
  void whatTheSystemHasIsTaken() {
    assertThatCode(() -> CongestionCheck.run(settings("reno", "auto"))).doesNotThrowAnyException();
  }
}
