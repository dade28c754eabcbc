package io.ballast.health;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.ballast.cluster.Applied;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.Cluster;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Health;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.Precondition;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.Zone;
import io.ballast.testing.ManualScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Health checks on a clock that the test turns, with probes that find what it says. */
class HealthChecksTest {
  private static final Duration INTERVAL = HealthSettings.DEFAULT.interval();
  private static final HealthSettings PASSIVE =
      new HealthSettings(Duration.ZERO, 2, 3, Duration.ofSeconds(1));
  private static final HostPort A = HostPort.parse("10.0.0.1:1");
  private static final HostPort B = HostPort.parse("10.0.0.2:1");

  private final ManualScheduler control = new ManualScheduler();
  private final FakeProbe probe = new FakeProbe();
  private final List<String> observed = new ArrayList<>();
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  private final Cluster cluster =
      new Cluster(
          Snapshot.of(ClusterSettings.of("c", List.of(node("a", A), node("b", B)))),
          control,
          ChangeLog.NONE);

  private final class Observer implements HealthObserver {
    @Override
    public void probed(String node, ProbeResult.Outcome outcome, long nanos) {
      observed.add(node + " " + outcome.word());
    }

    @Override
    public void turned(String node, Health health, String cause) {
      observed.add(node + " turned " + health.word() + " " + cause);
    }
  }

  @BeforeEach
  void captureLog() {
    logged.start();
    logger().addAppender(logged);
  }

  @AfterEach
  void releaseLog() {
    logger().detachAppender(logged);
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(HealthChecks.class);
  }

  private List<String> logged(Level level) {
    return logged.list.stream()
        .filter(event -> event.getLevel() == level)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  private static Node node(String name, HostPort address) {
    return new Node(name, address, Zone.DEFAULT, 1);
  }

  private HealthChecks checks(HealthSettings settings) {
    HealthChecks checks =
        new HealthChecks(
            cluster, settings, probe, control, new Random(1), new Observer(), control::nowNanos);
    control.runDue();
    return checks;
  }

  private Health health(String node) {
    return cluster.snapshot().node(node).orElseThrow().health();
  }

  private void submit(Change change) {
    CompletionStage<Applied> answer = cluster.submit(change, Precondition.NONE);
    control.runDue();
    assertThat(answer).isCompleted();
  }

  private void intervals(int count) {
    control.advance(INTERVAL.multipliedBy(count));
  }

  private void failConnects(HealthChecks checks, String node, int count) {
    IntStream.range(0, count).forEach(i -> checks.connectFailed(node, "reset"));
    control.runDue();
  }

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
