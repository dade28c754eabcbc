package io.ballast.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Change;
import io.ballast.cluster.Health;
import io.ballast.cluster.Origin;
import io.ballast.cluster.Ramp;
import io.ballast.cluster.SetId;
import io.ballast.placement.Reason;
import io.ballast.session.Session;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Each rule alone. */
class RulesTest {
  private final Tabletop top = new Tabletop(Scenarios.nodes(100, 100, 100));

  /** Gives the other nodes as much, so that no node is outside of its band. */
  private static void fillOthers(Tabletop top, int sessions) {
    top.openOwned("n1", sessions);
    top.openOwned("n2", sessions);
  }

  private BalanceSettings keepOnDown() {
    return new BalanceSettings(
        Mode.MOVE, OnDown.KEEP, DampingSettings.DEFAULT, PaceSettings.DEFAULT);
  }

  @Test
  void drainMovesEverySessionHoweverYoung() {
    List<Session> sessions = top.openOwned("n0", 20);

    top.weight("n0", 0);
    top.pass(2);

    assertThat(top.askedBy(Rule.DRAIN)).containsExactlyInAnyOrderElementsOf(sessions);
  }

  @Test
  void drainLeavesPinnedSessionsAndSaysSo() {
    top.change(new Change.PinSet(SetId.of("p"), Optional.empty()));
    top.open("p", "n0", Reason.OWNER);

    top.weight("n0", 0);
    top.pass(3);

    assertThat(top.asked).isEmpty();
    assertThat(top.status("n0").stuck()).containsEntry(Stuck.PINNED, 1);
  }

  @Test
  void sessionsOfTheLastNodeStayAndHaveNowhereToGo() {
    Tabletop alone = new Tabletop(Scenarios.nodes(100));
    alone.open("a", "n0", Reason.OWNER);

    alone.weight("n0", 0);
    alone.pass(3);

    assertThat(alone.asked).isEmpty();
    assertThat(alone.status("n0").stuck()).containsEntry(Stuck.NOWHERE_TO_GO, 1);
  }

  @Test
  void changedWeightMovesExactlyTheSessionsWhoseOwnerIsAnotherNow() {
    List<Session> sessions = top.openOwned("n0", 200);
    fillOthers(top, 200);
    top.pass(90);

    top.weight("n0", 50);
    top.pass(5);

    var ring = top.cluster.snapshot().defaultZone().ring();
    List<Session> disowned =
        sessions.stream()
            .filter(s -> !ring.name(ring.owner(s.set().ringHash())).equals("n0"))
            .toList();
    assertThat(top.askedBy(Rule.OWNER)).isNotEmpty().hasSameElementsAs(disowned);
    assertThat(top.asked)
        .allMatch(a -> a.to().equals(ring.name(ring.owner(a.session().set().ringHash()))));
  }

  @Test
  void changedWeightLeavesVisitorsAlone() {
    top.weight("n0", 50);
    for (int i = 0; i < 20; i++) {
      top.open("v" + i, "n0", Reason.OVER_BOUND);
    }
    top.pass(25);
    top.weight("n0", 10);
    top.pass(4);

    assertThat(top.askedBy(Rule.OWNER)).isEmpty();
  }

  @Test
  void residencyDelaysOwnerButDoesNotCancelIt() {
    top.openOwned("n0", 30);
    fillOthers(top, 30);
    top.weight("n0", 10);

    top.pass(58);
    assertThat(top.asked).isEmpty();
    assertThat(top.status("n0").stuck()).containsKey(Stuck.COOLING);
    top.pass(5);

    assertThat(top.askedBy(Rule.OWNER)).isNotEmpty();
  }

  @Test
  void healthNeverMovesOwner() {
    Tabletop keeping = new Tabletop(Scenarios.nodes(100, 100, 100), keepOnDown());
    keeping.openOwned("n0", 30);
    fillOthers(keeping, 30);
    keeping.pass(90);

    keeping.health("n0", Health.DOWN);
    keeping.pass(5);

    assertThat(keeping.asked).isEmpty();
  }

  @Test
  void downNodeGivesItsSessionsToHealthyOnes() {
    List<Session> sessions = top.openOwned("n0", 30);

    top.health("n0", Health.DOWN);
    top.pass(3);

    assertThat(top.askedBy(Rule.DOWN)).hasSameElementsAs(sessions);
    assertThat(top.asked).noneMatch(a -> a.to().equals("n0"));
  }

  @Test
  void nothingMovesOffADownNodeWhileNoOtherIsHealthy() {
    top.openOwned("n0", 30);
    List.of("n0", "n1", "n2").forEach(node -> top.health(node, Health.DOWN));

    top.pass(3);

    assertThat(top.asked).isEmpty();
  }

  @Test
  void weightThatGoesToAndFroHoldsItsNodeButNotItsDrain() {
    top.openOwned("n0", 50);
    fillOthers(top, 50);
    top.pass(90);
    top.weight("n0", 120);
    top.pass(2);
    top.asked.clear();
    top.weight("n0", 20);
    top.pass(30);
    assertThat(top.asked).isEmpty();
    assertThat(top.status("n0").paused()).anyMatch(p -> p.why() == Pause.Why.HELD);

    top.weight("n0", 0);
    top.pass(2);

    assertThat(top.askedBy(Rule.DRAIN)).hasSize(50);
  }

  @Test
  void rebalanceNowEndsAHold() {
    top.openOwned("n0", 50);
    fillOthers(top, 50);
    top.pass(90);
    top.weight("n0", 120);
    top.pass(2);
    top.asked.clear();
    top.weight("n0", 20);
    top.pass(2);
    assertThat(top.asked).isEmpty();

    top.balancer.rebalanceNow(top.now());
    top.pass(3);

    assertThat(top.askedBy(Rule.OWNER)).isNotEmpty();
    assertThat(top.status("n0").paused()).isEmpty();
  }

  private void fillAboveBand() {
    top.openOwned("n1", 100);
    top.openOwned("n2", 100);
    top.openOwned("n0", 160);
    for (int i = 0; i < 30; i++) {
      top.open("visitor" + i, "n0", Reason.FAILOVER);
    }
    top.pass(62);
  }

  @Test
  void nodeAboveItsBandShedsVisitorsFirstDownToItsLeaveLine() {
    fillAboveBand();
    top.pass(40);

    // T = 390, t = 130, leave = √130: 190 sessions go down to 141.
    assertThat(top.askedBy(Rule.SHED)).hasSize(49);
    assertThat(top.askedBy(Rule.SHED)).filteredOn(s -> s.reason() == Reason.FAILOVER).hasSize(30);
    assertThat(top.overrides.size()).isEqualTo(49);
  }

  @Test
  void nodeAboveItsBandForLessThanTheDwellShedsNothing() {
    top.openOwned("n1", 100);
    top.openOwned("n2", 100);
    List<Session> sessions = top.openOwned("n0", 100);
    top.pass(62);
    List<Session> more = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      more.add(top.open("visitor" + i, "n0", Reason.FAILOVER));
    }
    top.pass(25);
    more.forEach(top::close);
    top.pass(120);

    assertThat(sessions).hasSize(100);
    assertThat(top.asked).isEmpty();
  }

  @Test
  void shedWaitsWhileARampRunsInTheZone() {
    top.change(new Change.StartRamp(new Ramp("n2", 100, 102, 2, 0, 100_000, OptionalLong.empty())));
    fillAboveBand();
    top.pass(35);

    assertThat(top.askedBy(Rule.SHED)).isEmpty();
    top.pass(60);
    assertThat(top.askedBy(Rule.SHED)).isNotEmpty();
  }

  @Test
  void nodeBelowItsBandFetchesOnlySessionsThatItOwns() {
    top.openOwned("n1", 120);
    top.openOwned("n2", 120);
    var ring = top.cluster.snapshot().defaultZone().ring();
    for (int i = 0; i < 60; i++) {
      SetId set = SetId.of("away" + i);
      top.open(set, i % 2 == 0 ? "n1" : "n2", Reason.FAILOVER, "default");
    }
    top.pass(100);

    assertThat(top.askedBy(Rule.PULL)).isNotEmpty();
    assertThat(top.askedBy(Rule.PULL))
        .allMatch(s -> ring.name(ring.owner(s.set().ringHash())).equals("n0"));
  }

  @Test
  void nothingIsMovedInModeObserveButItIsReported() {
    Tabletop observing =
        new Tabletop(
            Scenarios.nodes(100, 100),
            new BalanceSettings(
                Mode.OBSERVE, OnDown.MOVE, DampingSettings.DEFAULT, PaceSettings.DEFAULT));
    observing.openOwned("n0", 20);

    observing.weight("n0", 0);
    observing.pass(3);

    assertThat(observing.asked).isEmpty();
    assertThat(observing.status("n0").due()).isEqualTo(20);
    assertThat(observing.status("n0").paused()).anyMatch(p -> p.why() == Pause.Why.OBSERVE);
  }

  @Test
  void rebalanceOffStopsVoluntaryMovesAndNotADrain() {
    top.openOwned("n0", 50);
    top.openOwned("n1", 50);
    top.openOwned("n2", 50);
    top.pass(90);
    top.change(new Change.Rebalance(false));
    top.weight("n0", 50);
    top.pass(5);
    assertThat(top.asked).isEmpty();
    assertThat(top.status("n0").due()).isPositive();

    top.weight("n1", 0);
    top.pass(3);

    assertThat(top.askedBy(Rule.DRAIN)).hasSize(50);
    assertThat(top.asked).hasSize(50);
  }

  @Test
  void operatorMovesAYoungSessionToTheNodeNamed() {
    Session session = top.openOwned("n0", 1).get(0);

    assertThat(top.balancer.move(session.set(), Optional.of("n2"))).isEqualTo(1);
    top.pass(2);

    assertThat(top.asked).containsExactly(new Tabletop.Asked(session, "n0", "n2", Rule.OPERATOR));
    assertThat(top.overrides.node(session.set(), top.now())).isEqualTo("n2");
  }

  @Test
  void operatorMovesASessionToAnyOtherNode() {
    Session session = top.openOwned("n0", 1).get(0);

    top.balancer.move(session.set(), Optional.empty());
    top.pass(2);

    assertThat(top.asked).hasSize(1).noneMatch(a -> a.to().equals("n0"));
  }

  @Test
  void pinToANodeMovesTheSetThereOnceAndKeepsItThere() {
    Session session = top.openOwned("n0", 1).get(0);

    top.change(new Change.PinSet(session.set(), Optional.of("n1")));
    top.pass(2);

    assertThat(top.asked).containsExactly(new Tabletop.Asked(session, "n0", "n1", Rule.OPERATOR));
    top.close(session);
    top.open(session.set(), "n1", Reason.PINNED, "default");
    top.weight("n1", 0);
    top.pass(60);
    assertThat(top.asked).hasSize(1);
  }

  @Test
  void unmovableSessionsStay() {
    Session session =
        new Session(
            1000,
            "c",
            new Origin("s", new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)),
            SetId.of("u"),
            true,
            "default",
            0,
            null);
    session.placed("n0", Reason.OWNER);
    top.balancer.opened(session, false, 0);

    top.weight("n0", 0);
    top.pass(3);

    assertThat(top.asked).isEmpty();
    assertThat(top.status("n0").stuck()).containsEntry(Stuck.PINNED, 1);
  }
}
