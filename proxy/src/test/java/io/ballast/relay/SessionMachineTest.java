package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.access.Verdict;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.Origin;
import io.ballast.cluster.Snapshot;
import io.ballast.placement.LiveCounts;
import io.ballast.placement.Overrides;
import io.ballast.placement.Placement;
import io.ballast.placement.PlacementSettings;
import io.ballast.session.CloseReason;
import io.ballast.session.LiveSessions;
import io.ballast.session.Session;
import io.ballast.session.SessionObserver;
import io.ballast.session.SessionState;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The rules of a session without a socket: orders of events that the network seldom brings. */
final class SessionMachineTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final InetSocketAddress SOURCE = new InetSocketAddress("192.0.2.1", 5);

  private final List<String> commands = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final LiveCounts counts = new LiveCounts();
  private final LiveSessions sessions = new LiveSessions();
  private final EmbeddedChannel loop = new EmbeddedChannel();
  private Snapshot snapshot = Snapshot.of(ClusterSettings.of("phones", List.of(node("n1"))));
  private long nowNanos = 1000 * SECOND;
  private Session session;
  private final FakeLegs legs = new FakeLegs(commands);
  private final SessionMachine machine = machine();

  private static Node node(String name) {
    return new Node(name, new HostPort("192.0.2.9", 80), "default", 100);
  }

  private SessionMachine machine() {
    RelayedCluster cluster =
        new RelayedCluster(
            () -> snapshot,
            new Placement(PlacementSettings.DEFAULT, counts, new Overrides()),
            counts,
            sessions,
            address -> new InetSocketAddress(address.host(), address.port()),
            ConnectSettings.DEFAULT,
            new Told(),
            (node, outcome, nanos) -> told.add(node + " " + outcome.word()));
    SessionRules rules =
        new SessionRules(
            ListenerSettings.of("test", "phones", new HostPort("127.0.0.1", 0)),
            cluster,
            null,
            CongestionChoice.NONE,
            Duration.ofSeconds(5),
            "process",
            () -> nowNanos);
    Arrival arrival =
        new Arrival(rules, new Origin("test", SOURCE), new InetSocketAddress("192.0.2.2", 80));
    assertThat(arrival.admit()).isEqualTo(Verdict.ADMITTED);
    return new SessionMachine(
        1,
        arrival,
        rules,
        legs,
        Runnable::run,
        new Sweep(loop.eventLoop(), DescriptorBudget.ofProcess(1)));
  }

  private final class Told implements SessionObserver {
    @Override
    public void opened(Session opened) {
      session = opened;
      assertThat(sessions.get(1)).contains(opened);
      told.add("opened");
    }

    @Override
    public void closed(Session closed, CloseReason reason) {
      told.add("closed " + reason.word());
    }

    @Override
    public void rejected(Origin origin, CloseReason reason) {
      told.add("rejected " + reason.word());
    }
  }

  @AfterEach
  void nothingIsCountedAnyMore() {
    loop.close();
    assertThat(counts.all()).isZero();
    assertThat(counts.live("n1")).isZero();
    assertThat(sessions.size()).isZero();
  }

  private void open() {
    machine.accepted();
    machine.connected();
    assertThat(commands).containsExactly("connect", "relay");
    commands.clear();
    told.clear();
  }

  private void bothGone() {
    machine.gone(Side.CLIENT);
    machine.gone(Side.NODE);
  }

  private void change(Change change) {
    try {
      snapshot = snapshot.with(change);
    } catch (ChangeRefused refusal) {
      throw new AssertionError(refusal);
    }
  }

  @Test
  void sessionIsCountedFromTheAttemptUntilItsLastLegIsGone() {
    machine.accepted();
    assertThat(counts.live("n1")).isEqualTo(1);
    assertThat(sessions.size()).isZero();
    machine.connected();
    assertThat(sessions.size()).isEqualTo(1);
    machine.broken(Side.NODE, false);
    machine.gone(Side.NODE);
    assertThat(counts.live("n1")).isEqualTo(1);
    machine.gone(Side.CLIENT);
    assertThat(told).containsExactly("n1 connected", "opened", "closed node-reset");
    assertThat(session.state()).isEqualTo(SessionState.CLOSED);
  }

  @Test
  void endOfTheClientWhileConnectingIsPassedOnAfterwards() {
    machine.accepted();
    machine.ended(Side.CLIENT);
    machine.connected();
    assertThat(commands).containsExactly("connect", "relay", "finish NODE");
    assertThat(session.state()).isEqualTo(SessionState.HALF_CLOSED);
    machine.abort(CloseReason.OPERATOR);
    bothGone();
  }

  @Test
  void sessionEndsInOrderOnlyWhenBothEndsHaveBeenPassedOn() {
    open();
    machine.ended(Side.NODE);
    machine.ended(Side.CLIENT);
    machine.finished(Side.NODE);
    assertThat(commands).containsExactly("finish CLIENT", "finish NODE");
    machine.finished(Side.CLIENT);
    assertThat(commands).endsWith("close CLIENT", "close NODE");
    bothGone();
    assertThat(told).containsExactly("closed node-closed");
  }

  @Test
  void resetOfALegFromWhichNothingMoreCanComeChangesNothing() {
    open();
    machine.ended(Side.NODE);
    machine.ended(Side.CLIENT);
    machine.finished(Side.NODE);
    machine.broken(Side.NODE, false);
    assertThat(commands).endsWith("close NODE");
    machine.gone(Side.NODE);
    machine.finished(Side.CLIENT);
    machine.gone(Side.CLIENT);
    assertThat(told).containsExactly("closed node-closed");
  }

  @Test
  void legThatGoesUnannouncedCountsAsReset() {
    open();
    machine.gone(Side.CLIENT);
    assertThat(commands).containsExactly("drop CLIENT", "reset NODE");
    machine.gone(Side.NODE);
    assertThat(told).containsExactly("closed client-reset");
  }

  @Test
  void silentHostHasAReasonOfItsOwn() {
    open();
    machine.broken(Side.CLIENT, true);
    bothGone();
    assertThat(told).containsExactly("closed client-timeout");
  }

  @Test
  void secondBreakDropsTheOtherLegInsteadOfWaitingForItsDelivery() {
    open();
    machine.broken(Side.NODE, false);
    machine.broken(Side.CLIENT, false);
    assertThat(commands).containsExactly("drop NODE", "reset CLIENT", "drop CLIENT");
    bothGone();
    assertThat(told).containsExactly("closed node-reset");
  }

  @Test
  void nodeThatTakesTooLongIsLeftAndTheNextIsTried() {
    change(new Change.AddNode(node("n2")));
    machine.accepted();
    nowNanos += 2 * SECOND - 1;
    machine.sweep(nowNanos);
    assertThat(commands).containsExactly("connect");
    nowNanos++;
    machine.sweep(nowNanos);
    assertThat(commands).as("its answer may not have been read yet").containsExactly("connect");
    nowNanos++;
    machine.sweep(nowNanos);
    assertThat(commands).containsExactly("connect", "leave node", "connect");
    assertThat(told).hasSize(1).first().asString().endsWith("timed-out");
    assertThat(counts.all()).isEqualTo(1);
    machine.abort(CloseReason.SHUTDOWN);
    machine.gone(Side.CLIENT);
    assertThat(told).endsWith("rejected shutdown");
  }

  @Test
  void sessionWhoseNodesAreDrainedAgainAndAgainIsGivenUp() {
    machine.accepted();
    for (int i = 0; i < 4; i++) {
      change(new Change.SetWeight("n1", 0));
      change(new Change.AddNode(node("spare" + i)));
      if (i > 0) {
        change(new Change.SetWeight("spare" + (i - 1), 0));
      }
      machine.connected();
    }
    machine.gone(Side.CLIENT);
    assertThat(told).endsWith("rejected no-node").doesNotContain("opened");
    assertThat(commands).doesNotContain("relay").endsWith("drop CLIENT");
  }

  @Test
  void gentleCloseOfASessionThatIsBeingConnectedDoesNothing() {
    machine.accepted();
    machine.closeGently(CloseReason.MOVED, 0, 0);
    assertThat(commands).containsExactly("connect");
    machine.connected();
    machine.abort(CloseReason.OPERATOR);
    bothGone();
  }

  @Test
  void gentleCloseTakesItsStepsInOrder() {
    open();
    machine.closeGently(CloseReason.MOVED, SECOND, Long.MAX_VALUE);
    assertThat(session.state()).isEqualTo(SessionState.CLOSING);
    nowNanos += SECOND;
    machine.sweep(nowNanos);
    assertThat(commands).containsExactly("stop", "finish NODE");
    machine.finished(Side.NODE);
    machine.ended(Side.NODE);
    assertThat(commands).endsWith("finish CLIENT", "discard");
    machine.finished(Side.CLIENT);
    machine.ended(Side.CLIENT);
    assertThat(commands).endsWith("close CLIENT", "close NODE");
    bothGone();
    assertThat(told).containsExactly("closed moved");
  }

  @Test
  void bytesSeenByALateSweepPutOffAGentleClose() {
    open();
    machine.closeGently(CloseReason.MOVED, SECOND, Long.MAX_VALUE);
    long sweepStarted = nowNanos + SECOND;
    nowNanos = sweepStarted + 2 * SECOND;
    legs.carry(100);
    machine.sweep(sweepStarted);
    assertThat(commands).isEmpty();
    machine.abort(CloseReason.OPERATOR);
    bothGone();
  }

  @Test
  void gentleCloseIsOverAfterItsTwoWaits() {
    open();
    machine.closeGently(CloseReason.MOVED, 0, 0);
    nowNanos += 5 * SECOND;
    machine.sweep(nowNanos);
    assertThat(commands)
        .containsExactly("stop", "finish NODE", "close NODE", "finish CLIENT", "discard");
    machine.gone(Side.NODE);
    nowNanos += 5 * SECOND;
    machine.sweep(nowNanos);
    assertThat(commands).endsWith("reset CLIENT", "close NODE");
    machine.gone(Side.CLIENT);
    assertThat(told).containsExactly("closed gentle-close-timeout");
  }

  @Test
  void sessionThatEndsByItselfWhileQuietIsWaitedForHasItsOwnReason() {
    open();
    machine.closeGently(CloseReason.MOVED, SECOND, Long.MAX_VALUE);
    machine.ended(Side.CLIENT);
    machine.finished(Side.NODE);
    machine.ended(Side.NODE);
    machine.finished(Side.CLIENT);
    bothGone();
    assertThat(told).containsExactly("closed client-closed");
  }

  @Test
  void abortTwiceEndsOnce() {
    open();
    machine.abort(CloseReason.OPERATOR);
    machine.abort(CloseReason.SHUTDOWN);
    bothGone();
    machine.abort(CloseReason.SHUTDOWN);
    machine.rezone("asia");
    assertThat(told).containsExactly("closed operator");
    assertThat(counts.ofZone("asia")).isZero();
  }

  @Test
  void faultIsAReasonAndNotAnException() {
    open();
    machine.fault(new IllegalStateException("for a test"));
    bothGone();
    assertThat(told).containsExactly("closed internal-error");
  }
}
