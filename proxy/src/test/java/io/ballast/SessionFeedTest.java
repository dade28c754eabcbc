package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.balance.BalanceObserver;
import io.ballast.balance.BalanceSettings;
import io.ballast.balance.Balancer;
import io.ballast.balance.Outcome;
import io.ballast.balance.Rule;
import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.Cluster;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.Origin;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.Zone;
import io.ballast.fixture.NoEnds;
import io.ballast.placement.LiveCounts;
import io.ballast.placement.Overrides;
import io.ballast.placement.PlacementSettings;
import io.ballast.placement.Reason;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The test's thread plays the control thread, which is kept busy meanwhile. */
final class SessionFeedTest {
  private final List<Session> asked = new ArrayList<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private final ControlThread control = new ControlThread();
  private final CountDownLatch testIsOver = new CountDownLatch(1);
  private final Balancer balancer =
      new Balancer(
          BalanceSettings.DEFAULT,
          PlacementSettings.DEFAULT,
          new Cluster(
              Snapshot.of(ClusterSettings.of("c", List.of(node("a"), node("b")))),
              Runnable::run,
              ChangeLog.NONE),
          new LiveCounts(),
          new Overrides(),
          (session, to, quietNanos, patienceNanos) -> {},
          new BalanceObserver() {
            @Override
            public void moved(String from, String to, Rule rule, Outcome outcome) {
              outcomes.add(outcome);
            }
          },
          new SplittableRandom(1));
  private final SessionFeed feed = new SessionFeed(balancer, control, this::movable);
  private long nextId;

  private static Node node(String name) {
    return new Node(name, HostPort.parse("127.0.0.1:7000"), Zone.DEFAULT, 10);
  }

  /** Is asked for each session that the balancer is told of. */
  private boolean movable(Session session) {
    asked.add(session);
    return true;
  }

  private Session session(String set, String node) {
    Session session =
        new Session(
            nextId++,
            "c",
            new Origin("sets", new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)),
            SetId.of(set),
            true,
            Zone.DEFAULT,
            System.nanoTime(),
            new NoEnds());
    session.placed(node, Reason.OWNER);
    return session;
  }

  @BeforeEach
  void keepTheControlThreadBusy() {
    control.execute(
        () -> {
          try {
            assertThat(testIsOver.await(1, TimeUnit.MINUTES)).isTrue();
          } catch (InterruptedException e) {
            throw new AssertionError("a task is not interrupted", e);
          }
        });
  }

  @AfterEach
  void endTheControlThread() {
    testIsOver.countDown();
    control.close();
  }

  @Test
  void handsSessionsOnInTheOrderOfOpening() {
    List<Session> opened = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      opened.add(session("phone-" + i, "a"));
      feed.opened(opened.get(i));
    }
    assertThat(balancer.sessions()).isZero();

    feed.handOn();

    assertThat(asked).isEqualTo(opened);
    assertThat(balancer.sessions()).isEqualTo(100);
  }

  @Test
  void tellsTheEndOfASessionThatWasHandedOn() {
    Session session = session("phone-1", "a");
    feed.opened(session);
    feed.handOn();
    feed.closed(session, CloseReason.CLIENT_CLOSED);
    assertThat(balancer.sessions()).isEqualTo(1);

    feed.handOn();

    assertThat(balancer.sessions()).isZero();
  }

  @Test
  void doesNotTellOfASessionThatIsOverBeforeItIsHandedOn() {
    Session passing = session("phone-1", "a");
    Session lasting = session("phone-2", "a");
    feed.opened(passing);
    feed.opened(lasting);
    feed.rezoned(passing, "elsewhere");
    feed.closed(passing, CloseReason.CLIENT_CLOSED);

    feed.handOn();

    assertThat(asked).containsExactly(lasting);
    assertThat(balancer.sessions()).isEqualTo(1);
  }

  @Test
  void tellsOfAPassingSessionThatIsTheReturnOfAMovedSet() {
    Session moved = session("phone-1", "a");
    feed.opened(moved);
    feed.handOn();
    assertThat(balancer.move(moved.set(), Optional.of("b"))).isEqualTo(1);
    long now = System.nanoTime();
    while (balancer.underWay() == 0) {
      now = balancer.advance(now, 0);
    }
    feed.closed(moved, CloseReason.MOVED);
    Session back = session("phone-1", "b");
    feed.opened(back);
    feed.closed(back, CloseReason.CLIENT_CLOSED);

    feed.handOn();

    assertThat(outcomes).containsExactly(Outcome.RETURNED);
    assertThat(balancer.underWay()).isZero();
    assertThat(balancer.sessions()).isZero();
  }
}
