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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.slf4j.LoggerFactory;

/**
 * A cluster of two nodes, checked on a clock that the test turns by probes that find what it says.
 */
abstract class HealthChecksFixture {
  static final Duration INTERVAL = HealthSettings.DEFAULT.interval();
  static final HostPort A = HostPort.parse("10.0.0.1:1");
  static final HostPort B = HostPort.parse("10.0.0.2:1");

  final ManualScheduler control = new ManualScheduler();
  final FakeProbe probe = new FakeProbe();
  final List<String> observed = new ArrayList<>();
  final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  final Cluster cluster =
      new Cluster(
          Snapshot.of(ClusterSettings.of("c", List.of(node("a", A), node("b", B)))),
          control,
          ChangeLog.NONE);

  final class Observer implements HealthObserver {
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
    logger().setLevel(Level.DEBUG);
    logger().addAppender(logged);
  }

  @AfterEach
  void releaseLog() {
    logger().detachAppender(logged);
    logger().setLevel(null);
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(HealthChecks.class);
  }

  List<String> logged(Level level) {
    return logged.list.stream()
        .filter(event -> event.getLevel() == level)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  static Node node(String name, HostPort address) {
    return new Node(name, address, Zone.DEFAULT, 1);
  }

  HealthChecks checks(HealthSettings settings) {
    HealthChecks checks =
        new HealthChecks(
            cluster, settings, probe, control, new Random(1), new Observer(), control::nowNanos);
    control.runDue();
    return checks;
  }

  Health health(String node) {
    return cluster.snapshot().node(node).orElseThrow().health();
  }

  void submit(Change change) {
    CompletionStage<Applied> answer = cluster.submit(change, Precondition.NONE);
    control.runDue();
    assertThat(answer).isCompleted();
  }

  void intervals(int count) {
    control.advance(INTERVAL.multipliedBy(count));
  }
}
