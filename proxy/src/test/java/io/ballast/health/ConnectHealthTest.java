package io.ballast.health;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.ballast.cluster.Health;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the connects of sessions add to the probes. */
class ConnectHealthTest extends HealthChecksFixture {
  private static final HealthSettings PASSIVE =
      new HealthSettings(Duration.ZERO, 2, 3, Duration.ofSeconds(1));

  private void failConnects(HealthChecks checks, String node, int count) {
    IntStream.range(0, count).forEach(i -> checks.connectFailed(node, "reset"));
    control.runDue();
  }

  @Test
  void failedConnectsCountAsFailedProbes() {
    HealthChecks checks = checks(HealthSettings.DEFAULT);
    failConnects(checks, "a", 2);
    assertThat(health("a")).isEqualTo(Health.UP);
    failConnects(checks, "a", 1);
    assertThat(health("a")).isEqualTo(Health.DOWN);
    assertThat(logged(Level.WARN)).singleElement().asString().endsWith("reason=reset");
  }

  @Test
  void connectEndsTheFailuresOfANodeThatIsUp() {
    HealthChecks checks = checks(HealthSettings.DEFAULT);
    failConnects(checks, "a", 2);
    checks.connected("a");
    failConnects(checks, "a", 2);

    assertThat(health("a")).isEqualTo(Health.UP);
  }

  @Test
  void connectsNeverBringANodeUp() {
    HealthChecks checks = checks(HealthSettings.DEFAULT);
    probe.refuses(A);
    failConnects(checks, "a", 3);
    for (int i = 0; i < 20; i++) {
      checks.connected("a");
      intervals(1);
    }
    assertThat(health("a")).isEqualTo(Health.DOWN);
  }

  @Test
  void failedConnectEndsTheRiseOfANodeThatIsDown() {
    HealthChecks checks = checks(HealthSettings.DEFAULT);
    failConnects(checks, "a", 3);
    intervals(1);
    failConnects(checks, "a", 1);
    intervals(1);
    assertThat(health("a")).isEqualTo(Health.DOWN);
    intervals(1);
    assertThat(health("a")).isEqualTo(Health.UP);
  }

  @Test
  void connectsThatBringNoNewsCostTheControlThreadNothing() {
    HealthChecks checks = checks(HealthSettings.DEFAULT);
    int waiting = control.waiting();
    checks.connected("a");
    checks.connected("no-such-node");
    checks.connectFailed("no-such-node", "reset");
    assertThat(control.waiting()).isEqualTo(waiting);

    failConnects(checks, "a", 3);
    waiting = control.waiting();
    failConnects(checks, "a", 3);
    checks.connected("a");
    assertThat(control.waiting()).isEqualTo(waiting);
  }

  @Test
  void withoutProbesANodeThatConnectsFoundDownIsProbedUntilItIsUp() {
    HealthChecks checks = checks(PASSIVE);
    intervals(10);
    assertThat(probe.started).isEmpty();

    probe.refuses(A);
    failConnects(checks, "a", 3);
    assertThat(health("a")).isEqualTo(Health.DOWN);
    intervals(10);
    assertThat(probe.count(A)).isEqualTo(10);

    probe.accepts(A);
    intervals(2);
    assertThat(health("a")).isEqualTo(Health.UP);
    intervals(10);
    assertThat(probe.count(A)).isEqualTo(12);
    assertThat(probe.count(B)).isZero();
  }
}
