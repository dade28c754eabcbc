package io.ballast.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.Health;
import io.ballast.cluster.Ramp;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.placement.Reason;
import io.ballast.session.Session;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Moves from plan to end, ramps, deadlines and dry runs. */
class BalancerTest {
  private final Tabletop top = new Tabletop(Scenarios.nodes(100, 100, 100));

  private Tabletop.Asked drained() {
    top.openOwned("n0", 1);
    top.weight("n0", 0);
    top.pass(2);
    return top.asked.get(0);
  }

  @Test
  void sessionOnItsWayCountsWhereItIsExpected() {
    Tabletop.Asked asked = drained();

    assertThat(top.counts.of(asked.to(), "default")).isEqualTo(1);
    top.close(asked.session());
    top.pass(1);
    assertThat(top.status(asked.to()).have()).isEqualTo(1);
    assertThat(top.counts.ofZone("default")).isEqualTo(1);
  }

  @Test
  void setThatIsBackEndsItsMove() {
    Tabletop.Asked asked = drained();
    top.close(asked.session());

    top.open(asked.session().set(), asked.to(), Reason.OWNER, "default");

    assertThat(top.outcomes).containsExactly(Outcome.RETURNED);
    assertThat(top.counts.of(asked.to(), "default")).isEqualTo(1);
    assertThat(top.balancer.underWay()).isZero();
  }

  @Test
  void setThatIsBackBeforeItsOldSessionHasClosedIsCountedOnce() {
    Tabletop.Asked asked = drained();

    top.open(asked.session().set(), asked.to(), Reason.OWNER, "default");
    top.pass(1);
    assertThat(top.status(asked.to()).have()).isEqualTo(1);
    top.close(asked.session());
    top.pass(40);

    assertThat(top.outcomes).containsExactly(Outcome.RETURNED);
    assertThat(top.status(asked.to()).have()).isEqualTo(1);
  }

  @Test
  void setThatLandsOnAnotherNodeIsBackElsewhere() {
    Tabletop.Asked asked = drained();
    top.close(asked.session());

    String other = asked.to().equals("n1") ? "n2" : "n1";
    top.open(asked.session().set(), other, Reason.FAILOVER, "default");

    assertThat(top.outcomes).containsExactly(Outcome.ELSEWHERE);
    assertThat(top.counts.of(asked.to(), "default")).isZero();
  }

  @Test
  void setThatDoesNotComeBackIsNoLongerExpectedAfterTheReturnWindow() {
    Tabletop.Asked asked = drained();
    top.close(asked.session());

    top.pass(31);

    assertThat(top.outcomes).containsExactly(Outcome.EXPIRED);
    assertThat(top.counts.ofZone("default")).isZero();
  }

  @Test
  void anySessionFromTheSameAddressIsTheReturnOfOneWithoutIdentity() {
    top.affine = false;
    Session session = top.open("127.0.0.1:1", "n0", Reason.OWNER);
    top.weight("n0", 0);
    top.pass(2);
    top.close(session);

    top.open("127.0.0.1:2", "n1", Reason.OWNER);

    assertThat(top.outcomes).hasSize(1).doesNotContain(Outcome.EXPIRED);
  }

  @Test
  void sessionIsNotMovedTwice() {
    drained();

    top.pass(60);

    assertThat(top.asked).hasSize(1);
  }

  @Test
  void moveToANodeThatWentDownBeforeItWasDueIsCancelled() {
    top.openOwned("n0", 40);
    top.weight("n0", 0);
    top.pass(1.01);
    top.health("n1", Health.DOWN);
    int before = top.asked.size();
    top.pass(0.9);

    assertThat(top.outcomes).contains(Outcome.CANCELLED);
    assertThat(top.asked.subList(before, top.asked.size())).noneMatch(a -> a.to().equals("n1"));
  }

  @Test
  void rampTakesItsStepsEvenlyAndDoesNotCatchUp() {
    top.pass(1);
    top.change(new Change.StartRamp(new Ramp("n0", 100, 60, 4, 0, 10_000, OptionalLong.empty())));
    top.pass(12);
    assertThat(weight("n0")).isEqualTo(80);
    top.pass(9);
    assertThat(weight("n0")).isEqualTo(70);
    top.pass(11);

    assertThat(weight("n0")).isEqualTo(60);
    assertThat(top.cluster.snapshot().ramps()).isEmpty();
  }

  @Test
  void lateStepsOfARampAreNotMadeUpFor() {
    RampSteps steps = new RampSteps();
    Ramp ramp = new Ramp("n0", 100, 60, 4, 0, 10_000, OptionalLong.empty());
    top.change(new Change.StartRamp(ramp));
    long second = Tabletop.SECOND;
    steps.advance(top.cluster.snapshot(), 0, top::change);

    steps.advance(top.cluster.snapshot(), 95 * second, top::change);
    steps.advance(top.cluster.snapshot(), 96 * second, top::change);
    assertThat(weight("n0")).isEqualTo(80);
    assertThat(steps.advance(top.cluster.snapshot(), 97 * second, top::change))
        .isEqualTo(106 * second);
  }

  private int weight(String node) {
    return top.cluster.snapshot().node(node).orElseThrow().node().weight();
  }

  @Test
  void sessionsLeftAtTheDeadlineOfADrainAreToldOfOnceEachWithItsReason() {
    top.change(new Change.PinSet(SetId.of("p"), Optional.empty()));
    top.open("p", "n0", Reason.OWNER);
    top.change(new Change.Drain("n0", OptionalLong.of(10_000)));
    top.pass(9);
    assertThat(top.deadlines).isEmpty();

    top.pass(60);

    assertThat(top.deadlines).containsExactly("n0 pinned");
  }

  @Test
  void deadlineThatIsReplacedIsToldOfAnew() {
    top.change(new Change.PinSet(SetId.of("p"), Optional.empty()));
    top.open("p", "n0", Reason.OWNER);
    top.change(new Change.Drain("n0", OptionalLong.of(10_000)));
    top.pass(20);
    top.change(new Change.Drain("n0", OptionalLong.empty()));
    top.pass(20);
    assertThat(top.deadlines).hasSize(1);

    top.change(new Change.Drain("n0", OptionalLong.of(50_000)));
    top.pass(9);
    assertThat(top.deadlines).hasSize(1);
    top.pass(20);

    assertThat(top.deadlines).hasSize(2);
  }

  @Test
  void deadlineThatPassedBeforeTheStartIsToldOfOnce() throws ChangeRefused {
    Snapshot restored = top.cluster.snapshot().with(new Change.Drain("n1", OptionalLong.of(5)));
    DrainDeadlines deadlines = new DrainDeadlines();

    assertThat(deadlines.passed(restored, 1_000)).containsExactly("n1");
    assertThat(deadlines.passed(restored, 2_000)).isEmpty();
  }

  @Test
  void deadlineOfADrainInStepsIsToldOfOnceThoughItPassesBeforeTheLastStep() {
    top.change(new Change.PinSet(SetId.of("p"), Optional.empty()));
    top.open("p", "n0", Reason.OWNER);
    int weight = weight("n0");
    top.change(
        new Change.StartRamp(new Ramp("n0", weight, 0, 4, 0, 10_000, OptionalLong.of(15_000))));
    top.pass(20);
    top.pass(60);

    assertThat(weight("n0")).isZero();
    assertThat(top.deadlines).containsExactly("n0 pinned");
  }

  @Test
  void dryRunForetellsWhatThenHappensAndLeavesNoTrace() throws ChangeRefused {
    top.openOwned("n0", 300);
    top.openOwned("n1", 300);
    top.openOwned("n2", 300);
    top.pass(90);
    Change change = new Change.SetWeight("n0", 50);

    Forecast forecast = top.balancer.plan(change, top.now()).run();
    top.pass(5);
    assertThat(top.asked).isEmpty();
    top.change(change);
    top.pass(30);

    assertThat(forecast.complete()).isTrue();
    assertThat(forecast.sessions()).isEqualTo(top.asked.size());
    for (Forecast.Flow flow : forecast.flows()) {
      assertThat(top.asked)
          .filteredOn(a -> a.from().equals(flow.from()) && a.to().equals(flow.to()))
          .hasSize(flow.sessions());
    }
  }

  @Test
  void dryRunOfADrainTellsHowLongItTakes() throws ChangeRefused {
    top.openOwned("n0", 500);

    Forecast forecast = top.balancer.plan(new Change.SetWeight("n0", 0), top.now()).run();

    assertThat(forecast.sessions()).isEqualTo(500);
    assertThat(forecast.duration()).isBetween(Duration.ofMillis(4500), Duration.ofMillis(8000));
  }

  @Test
  void dryRunOfARampGoesThroughItsSteps() throws ChangeRefused {
    top.openOwned("n0", 200);
    top.openOwned("n1", 200);
    top.openOwned("n2", 200);
    top.pass(90);
    Ramp ramp = new Ramp("n0", 100, 0, 5, 0, 60_000, OptionalLong.empty());

    Forecast forecast = top.balancer.plan(new Change.StartRamp(ramp), top.now()).run();

    assertThat(forecast.sessions()).isEqualTo(200);
    assertThat(forecast.duration()).isBetween(Duration.ofSeconds(240), Duration.ofSeconds(320));
  }

  @Test
  void dryRunOfAChangeThatCannotBeMadeIsRefused() {
    assertThatThrownBy(() -> top.balancer.plan(new Change.SetWeight("none", 1), 0))
        .isInstanceOf(ChangeRefused.class);
  }

  @Test
  void etaIsWhatIsDueDividedByTheRate() {
    top.openOwned("n0", 500);
    top.pass(1);
    top.weight("n0", 0);
    top.pass(1);

    assertThat(top.status("n0").eta()).isBetween(Duration.ofMillis(4900), Duration.ofMillis(5100));
  }

  @Test
  void removedNodesAndZonesGiveTheirNumbersBack() {
    List<Session> sessions = top.openOwned("n0", 1);
    top.pass(1);
    top.close(sessions.get(0));
    for (int i = 0; i < 200; i++) {
      top.change(new Change.AddNode(Scenarios.node("x" + i, 0)));
      top.pass(1);
      top.change(new Change.RemoveNode("x" + i));
      top.pass(1);
    }
    top.open("a", "n0", Reason.OWNER);
    top.pass(1);

    assertThat(top.status("n0").live()).isEqualTo(1);
  }
}
