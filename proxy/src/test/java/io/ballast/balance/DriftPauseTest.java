package io.ballast.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Change;
import io.ballast.cluster.Ramp;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Zone;
import io.ballast.placement.Reason;
import io.ballast.session.Session;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is said of a node outside of its band while SHED and PULL move nothing. */
class DriftPauseTest {
  private final Tabletop top = new Tabletop(Scenarios.nodes(100, 100, 100));

  /** T = 390, t = 130, band 96 to 164: n0 is above. */
  private List<Session> fillAboveBand() {
    top.openOwned("n1", 100);
    top.openOwned("n2", 100);
    return top.openOwned("n0", 190);
  }

  private Pause onlyPause(String node) {
    assertThat(top.status(node).paused()).hasSize(1);
    return top.status(node).paused().get(0);
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  @Test
  void nodesWithinTheirBandsArePausedByNothing() {
    top.openOwned("n0", 100);
    top.openOwned("n1", 100);
    top.openOwned("n2", 100);
    for (int i = 0; i < 100; i++) {
      top.pass(1);
      assertThat(top.balancer.status()).allMatch(node -> node.paused().isEmpty());
    }
  }

  @Test
  void nodeOutsideOfItsBandIsSaidToDwellAndForHowLong() {
    fillAboveBand();
    top.pass(10);

    assertThat(onlyPause("n0").why()).isEqualTo(Pause.Why.DWELLING);
    assertThat(onlyPause("n0").left()).isBetween(seconds(19), seconds(21));
    assertThat(top.status("n1").paused()).isEmpty();
  }

  @Test
  void sessionsTooYoungToBeShedAreSaidToCoolUntilTheFirstMayGo() {
    fillAboveBand();
    top.pass(40);

    assertThat(top.asked).isEmpty();
    assertThat(onlyPause("n0").why()).isEqualTo(Pause.Why.COOLING);
    assertThat(onlyPause("n0").left()).isBetween(seconds(19), seconds(21));
    top.pass(25);
    assertThat(top.askedBy(Rule.SHED)).isNotEmpty();
    assertThat(top.status("n0").paused()).isEmpty();
  }

  @Test
  void sessionsTooYoungToBePulledAreSaidToCool() {
    top.openOwned("n1", 100);
    top.openOwned("n2", 100);
    var ring = top.cluster.snapshot().defaultZone().ring();
    IntStream.range(0, 300)
        .mapToObj(i -> SetId.of("away" + i))
        .filter(set -> ring.name(ring.owner(set.ringHash())).equals("n0"))
        .forEach(set -> top.open(set, "n1", Reason.FAILOVER, Zone.DEFAULT));
    top.pass(40);

    assertThat(top.asked).isEmpty();
    assertThat(onlyPause("n0").why()).isEqualTo(Pause.Why.COOLING);
    top.pass(25);
    assertThat(top.askedBy(Rule.PULL)).isNotEmpty();
    assertThat(top.status("n0").paused()).isEmpty();
  }

  @Test
  void nodeThatOwnsNothingElsewhereHasNothingToMove() {
    Tabletop five = new Tabletop(Scenarios.nodes(100, 100, 100, 100, 100));
    List.of("n1", "n2", "n3", "n4").forEach(node -> five.openOwned(node, 100));
    five.pass(100);

    assertThat(five.asked).isEmpty();
    assertThat(five.status("n0").paused())
        .extracting(Pause::why)
        .containsExactly(Pause.Why.NOTHING_TO_MOVE);
    assertThat(five.status("n0").paused().get(0).left()).isBetween(Duration.ZERO, seconds(30));
  }

  @Test
  void nodeThatWaitsForARampOfItsZoneIsSaidTo() {
    top.change(new Change.StartRamp(new Ramp("n2", 100, 102, 2, 0, 100_000, OptionalLong.empty())));
    fillAboveBand();
    top.pass(90);

    assertThat(top.askedBy(Rule.SHED)).isEmpty();
    assertThat(onlyPause("n0")).isEqualTo(new Pause(Pause.Why.CHANGING, Duration.ZERO));
    top.pass(60);
    assertThat(top.askedBy(Rule.SHED)).isNotEmpty();
  }

  @Test
  void heldNodeIsSaidToBeHeldAndNotToHaveNothingToMove() {
    fillAboveBand();
    top.weight("n0", 110);
    top.pass(5);
    top.weight("n0", 100);
    top.pass(40);

    assertThat(onlyPause("n0").why()).isEqualTo(Pause.Why.HELD);
  }

  @Test
  void rebalanceNowEndsADwell() {
    fillAboveBand();
    top.pass(5);
    top.balancer.rebalanceNow(top.now());
    top.pass(2);

    assertThat(onlyPause("n0").why()).isEqualTo(Pause.Why.COOLING);
    assertThat(onlyPause("n0").left()).isBetween(seconds(52), seconds(55));
  }

  @Test
  void coolDownOfASetIsKnownToItsEnd() {
    CoolDowns coolDowns = new CoolDowns(seconds(600));
    SetId set = SetId.of("a");
    coolDowns.moved(set, 1, "n0", "n1", 0);

    assertThat(coolDowns.leftNanos(set, 100 * Tabletop.SECOND)).isEqualTo(500 * Tabletop.SECOND);
    assertThat(coolDowns.leftNanos(set, 700 * Tabletop.SECOND)).isZero();
    assertThat(coolDowns.leftNanos(SetId.of("b"), 0)).isZero();
  }

  @Test
  void sessionsOfOtherZonesAreCountedAsGuests() {
    top.change(new Change.AddZone(new Zone("asia")));
    top.open(SetId.of("a"), "n0", Reason.BACKUP, "asia");
    top.open(SetId.of("b"), "n0", Reason.OWNER, Zone.DEFAULT);
    top.pass(2);

    assertThat(top.status("n0").live()).isEqualTo(2);
    assertThat(top.status("n0").guests()).isEqualTo(1);
    assertThat(top.status("n0").have()).isEqualTo(1);
  }
}
