package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.balance.BalanceObserver;
import io.ballast.balance.BalanceSettings;
import io.ballast.balance.Balancer;
import io.ballast.balance.NodeStatus;
import io.ballast.balance.Outcome;
import io.ballast.balance.Rule;
import io.ballast.balance.Stuck;
import io.ballast.cluster.Affinity;
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
import io.ballast.ring.RingSettings;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The test's thread plays the control thread, and lets moments pass. */
final class SessionFeedTest {
  private final List<Session> asked = new ArrayList<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private final Balancer balancer =
      new Balancer(
          BalanceSettings.DEFAULT,
          PlacementSettings.DEFAULT,
          new Cluster(
              Snapshot.of(
                  new ClusterSettings(
                      "c",
                      List.of(new Zone("elsewhere")),
                      List.of(
                          node("a", Zone.DEFAULT),
                          node("b", Zone.DEFAULT),
                          node("far", "elsewhere")),
                      Affinity.NONE,
                      Map.of(),
                      ClusterSettings.DEFAULT_WEIGHT,
                      RingSettings.DEFAULT)),
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
  private final SessionFeed feed = new SessionFeed(balancer, this::later, this::movable);
  private final Deque<Runnable> due = new ArrayDeque<>();
  private final List<Duration> delays = new ArrayList<>();
  private long nextId;

  private void later(Duration delay, Runnable task) {
    delays.add(delay);
    due.add(task);
  }

  /** What is due then is done, and no more. */
  private void letAMomentPass() {
    List<Runnable> now = List.copyOf(due);
    due.clear();
    now.forEach(Runnable::run);
  }

  private static Node node(String name, String zone) {
    return new Node(name, HostPort.parse("127.0.0.1:7000"), zone, 10);
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
    feed.closed(passing, CloseReason.CLIENT_CLOSED);

    feed.handOn();

    assertThat(asked).containsExactly(lasting);
    assertThat(balancer.sessions()).isEqualTo(1);
  }

  @Test
  void sessionGoesOverWhenItHasLivedForAMoment() {
    Session early = session("phone-1", "a");
    Session late = session("phone-2", "a");
    feed.opened(early);
    letAMomentPass();
    assertThat(asked).isEmpty();
    feed.opened(late);
    letAMomentPass();
    assertThat(asked).containsExactly(early);
    letAMomentPass();
    assertThat(asked).containsExactly(early, late);
    assertThat(due).isEmpty();
  }

  @Test
  void doesNotTellOfASessionThatIsOverWhileItWaits() {
    Session young = session("phone-1", "a");
    Session older = session("phone-2", "a");
    feed.opened(older);
    letAMomentPass();
    feed.opened(young);
    feed.closed(older, CloseReason.CLIENT_CLOSED);
    feed.closed(young, CloseReason.CLIENT_CLOSED);
    letAMomentPass();
    letAMomentPass();
    assertThat(asked).isEmpty();
    assertThat(due).isEmpty();
  }

  @Test
  void endGoesOverWithinAMoment() {
    Session session = session("phone-1", "a");
    feed.opened(session);
    feed.handOn();
    letAMomentPass();
    feed.closed(session, CloseReason.CLIENT_CLOSED);
    letAMomentPass();
    assertThat(balancer.sessions()).isZero();
  }

  @Test
  void momentsAreShorterWhileASetIsOnItsWay() {
    Session moved = session("phone-1", "a");
    feed.opened(moved);
    feed.handOn();
    letAMomentPass();
    Duration usual = delays.get(0);
    depart(moved);
    delays.clear();
    feed.returnExpected();
    Session back = session("phone-1", "b");
    feed.opened(back);
    assertThat(delays).hasSize(2).allSatisfy(delay -> assertThat(delay).isLessThan(usual));
    letAMomentPass();
    assertThat(asked).containsExactly(moved, back);
    assertThat(outcomes).containsExactly(Outcome.RETURNED);
  }

  @Test
  void returnsThatAreExpectedMakeNoMoreMomentsDue() {
    depart(waiting());
    for (int i = 0; i < 10; i++) {
      waiting();
      feed.returnExpected();
      due.remove().run();
    }
    for (int i = 0; i < 30; i++) {
      waiting();
      due.remove().run();
    }
    waiting();
    assertThat(due).hasSize(1);
  }

  private Session waiting() {
    Session session = session("phone-" + nextId, "a");
    feed.opened(session);
    return session;
  }

  private void depart(Session session) {
    feed.handOn();
    assertThat(balancer.move(session.set(), Optional.of("b"))).isEqualTo(1);
    long now = System.nanoTime();
    while (balancer.underWay() == 0) {
      now = balancer.advance(now, 0);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void operatorsZoneHoldsWhetherTheSessionHasGoneOverOrNot(boolean goneOver) {
    Session session = session("phone-1", "a");
    feed.opened(session);
    if (goneOver) {
      feed.handOn();
    }
    session.zone("elsewhere");
    feed.rezoned(session, "elsewhere");
    feed.handOn();

    assertThat(asked).containsExactly(session);
    balancer.advance(System.nanoTime(), 0);
    NodeStatus status = balancer.status().get(0);
    assertThat(status.node()).isEqualTo("a");
    assertThat(status.guests()).isEqualTo(1);
    // Not by its residency, which is short.
    assertThat(status.stuck()).containsOnlyKeys(Stuck.BUSY);
  }

  @Test
  void tellsOfAPassingSessionThatIsTheReturnOfAMovedSet() {
    Session moved = session("phone-1", "a");
    feed.opened(moved);
    feed.handOn();
    depart(moved);
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
