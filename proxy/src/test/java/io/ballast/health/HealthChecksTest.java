package io.ballast.health;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.ballast.cluster.Change;
import io.ballast.cluster.Health;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Zone;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Health checks by probes. */
class HealthChecksTest extends HealthChecksFixture {
  @Test
  void eachNodeIsProbedOnceAnInterval() {
    checks(HealthSettings.DEFAULT);
    intervals(10);

    assertThat(probe.count(A)).isEqualTo(10);
    assertThat(probe.count(B)).isEqualTo(10);
  }

  @Test
  void firstProbesAreSpreadOverTheInterval() {
    for (int i = 0; i < 100; i++) {
      submit(new Change.AddNode(node("n" + i, new HostPort("10.0.1." + i, 1))));
    }
    checks(HealthSettings.DEFAULT);
    List<Integer> perTenth = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      int before = probe.started.size();
      control.advance(INTERVAL.dividedBy(10));
      perTenth.add(probe.started.size() - before);
    }

    assertThat(perTenth).allMatch(count -> count >= 2 && count <= 25);
    assertThat(probe.started).hasSize(102).doesNotHaveDuplicates();
  }

  @Test
  void nodeIsDownAfterFallFailuresAndUpAfterRiseSuccesses() {
    checks(HealthSettings.DEFAULT);
    probe.refuses(A);
    intervals(2);
    assertThat(health("a")).isEqualTo(Health.UP);
    intervals(1);
    assertThat(health("a")).isEqualTo(Health.DOWN);
    assertThat(health("b")).isEqualTo(Health.UP);

    probe.accepts(A);
    intervals(1);
    assertThat(health("a")).isEqualTo(Health.DOWN);
    intervals(1);
    assertThat(health("a")).isEqualTo(Health.UP);
  }

  @Test
  void otherSettingsHoldFromTheirNextProbeOnAndHealthStays() {
    HealthChecks checks = checks(HealthSettings.DEFAULT);
    probe.refuses(A);
    intervals(3);
    assertThat(health("a")).isEqualTo(Health.DOWN);

    checks.reconfigure(
        new HealthSettings(INTERVAL.multipliedBy(10), 1, 1, Duration.ofSeconds(1)), probe);
    control.runDue();
    assertThat(health("a")).isEqualTo(Health.DOWN);
    int before = probe.count(B);
    probe.accepts(A);
    probe.refuses(B);
    intervals(10);
    assertThat(probe.count(B)).isEqualTo(before + 1);
    assertThat(health("a")).isEqualTo(Health.UP);
    assertThat(health("b")).isEqualTo(Health.DOWN);
  }

  @Test
  void changeIsLoggedOnceAndProbesAreNot() {
    checks(HealthSettings.DEFAULT);
    probe.refuses(A);
    intervals(60);
    probe.accepts(A);
    intervals(10);

    assertThat(logged(Level.WARN))
        .containsExactly("node down: node=a address=10.0.0.1:1 reason=refused");
    assertThat(logged(Level.INFO)).containsExactly("node up: node=a address=10.0.0.1:1 down=118s");
  }

  @Test
  void observerIsToldOfProbesAndTurns() {
    checks(new HealthSettings(INTERVAL, 1, 1, Duration.ofSeconds(1)));
    probe.refuses(A);
    intervals(1);

    assertThat(observed)
        .containsExactlyInAnyOrder("a failure", "a turned down refused", "b success");
  }

  @Test
  void localFailureIsNeitherSuccessNorFailure() {
    checks(HealthSettings.DEFAULT);
    probe.refuses(A);
    intervals(2);
    probe.finds(A, ProbeResult.localFailure("too many open files"));
    intervals(20);
    assertThat(health("a")).isEqualTo(Health.UP);

    probe.refuses(A);
    intervals(1);
    assertThat(health("a")).isEqualTo(Health.DOWN);
  }

  @Test
  void localFailuresOfAllProbesAreLoggedOnce() {
    checks(HealthSettings.DEFAULT);
    probe.finds(A, ProbeResult.localFailure("too many open files"));
    probe.finds(B, ProbeResult.localFailure("too many open files"));
    intervals(20);
    assertThat(logged(Level.WARN)).singleElement().asString().contains("too many open files");

    probe.accepts(A);
    probe.accepts(B);
    intervals(2);
    assertThat(logged(Level.INFO)).containsExactly("health of nodes is checked again");
  }

  @Test
  void nodeHasOneProbeAtATime() {
    checks(HealthSettings.DEFAULT);
    probe.hangs(A);
    intervals(10);
    assertThat(probe.count(A)).isEqualTo(1);

    probe.release(A, ProbeResult.failure("no answer"));
    control.runDue();
    assertThat(probe.count(A)).isEqualTo(2);
  }

  @Test
  void addedNodeIsProbedAndRemovedOneIsNot() {
    checks(HealthSettings.DEFAULT);
    HostPort added = HostPort.parse("10.0.0.3:1");
    submit(new Change.AddNode(node("c", added)));
    submit(new Change.RemoveNode("a"));
    intervals(5);

    assertThat(probe.count(added)).isEqualTo(5);
    assertThat(probe.count(A)).isZero();
  }

  @Test
  void nodeThatChangesZoneOrWeightKeepsItsRun() {
    checks(HealthSettings.DEFAULT);
    probe.refuses(A);
    intervals(2);
    submit(new Change.AddZone(new Zone("z")));
    submit(new Change.MoveNode("a", "z"));
    submit(new Change.SetWeight("a", 0));
    intervals(1);

    assertThat(health("a")).isEqualTo(Health.DOWN);
    assertThat(probe.count(A)).isEqualTo(3);
  }

  @Test
  void nodeAtAnotherAddressIsCheckedThereAndLateResultsOfTheOldOneMeanNothing() {
    checks(new HealthSettings(INTERVAL, 1, 1, Duration.ofSeconds(1)));
    probe.hangs(A);
    intervals(1);
    submit(new Change.RemoveNode("a"));
    HostPort other = HostPort.parse("10.0.0.9:1");
    submit(new Change.AddNode(node("a", other)));
    probe.release(A, ProbeResult.failure("refused"));
    intervals(3);

    assertThat(health("a")).isEqualTo(Health.UP);
    assertThat(probe.count(other)).isEqualTo(3);
    assertThat(probe.count(A)).isEqualTo(1);
  }

  @Test
  void healthThatAnotherSetIsSetBack() {
    checks(HealthSettings.DEFAULT);
    cluster.setHealth("a", Health.DOWN);
    control.runDue();

    assertThat(health("a")).isEqualTo(Health.UP);
  }

  @Test
  void probeThatThrowsIsALocalFailureAndChecksGoOn() {
    boolean[] broken = {true};
    Probe breaking =
        (address, whenDone) -> {
          if (broken[0]) {
            throw new IllegalStateException("broken");
          }
          probe.start(address, whenDone);
        };
    HealthChecks unused =
        new HealthChecks(
            cluster,
            HealthSettings.DEFAULT,
            breaking,
            control,
            new Random(1),
            new Observer(),
            control::nowNanos);
    intervals(3);
    assertThat(observed).isNotEmpty().allMatch(line -> line.endsWith(" local-failure"));

    broken[0] = false;
    intervals(2);
    assertThat(probe.count(A)).isEqualTo(2);
  }

  @Test
  void nothingIsProbedAfterTheEnd() {
    HealthChecks checks = checks(HealthSettings.DEFAULT);
    intervals(1);
    checks.close();
    submit(new Change.SetWeight("a", 3));
    intervals(5);
    assertThat(probe.count(A)).isEqualTo(1);
    assertThat(control.waiting()).isZero();

    control.shutdown();
    checks.connectFailed("a", "reset");
    checks.close();
  }
}
