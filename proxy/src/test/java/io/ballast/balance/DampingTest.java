package io.ballast.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Health;
import io.ballast.cluster.SetId;
import io.ballast.placement.Band;
import io.ballast.placement.Reason;
import io.ballast.session.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Waiting: cool-down, crowds, quiet and patience, settling, the brake, the pace. */
class DampingTest {
  private static final long SECOND = Tabletop.SECOND;
  private final Tabletop top = new Tabletop(Scenarios.nodes(100, 100, 100));

  private static BalanceSettings patience(Optional<Duration> patience) {
    PaceSettings d = PaceSettings.DEFAULT;
    return new BalanceSettings(
        Mode.MOVE,
        OnDown.MOVE,
        DampingSettings.DEFAULT,
        new PaceSettings(d.tick(), 100, 50, d.quiet(), patience, d.returnWindow(), true));
  }

  /** Moves a set with OWNER from n0 and lets its sessions come back. */
  private String moveOff(List<Session> sessions) {
    top.pass(90);
    top.weight("n0", 1);
    top.pass(5);
    assertThat(top.asked).hasSize(sessions.size());
    String to = top.asked.get(0).to();
    for (Session session : sessions) {
      top.close(session);
      top.open(session.set(), to, Reason.OWNER, "default");
    }
    top.asked.clear();
    return to;
  }

  /** Sessions of one set that n0 gives up at weight 1. */
  private List<Session> oneSet(int sessions) {
    Session first = top.openOwned("n0", 1).get(0);
    List<Session> all = new ArrayList<>(List.of(first));
    for (int i = 1; i < sessions; i++) {
      all.add(top.open(first.set(), "n0", Reason.OWNER, "default"));
    }
    return all;
  }

  @Test
  void sessionsOfASetFollowIt() {
    List<Session> sessions = oneSet(3);

    moveOff(sessions);

    assertThat(top.outcomes).containsOnly(Outcome.RETURNED).hasSize(3);
  }

  @Test
  void setMovedAShortWhileAgoCoolsDown() {
    moveOff(oneSet(1));

    top.weight("n0", 100);
    top.pass(590 - 5);
    assertThat(top.asked).isEmpty();
    top.pass(30);

    assertThat(top.askedBy(Rule.OWNER)).hasSize(1);
  }

  @Test
  void coolDownDoesNotDelayADrain() {
    String to = moveOff(oneSet(1));

    top.weight(to, 0);
    top.pass(3);

    assertThat(top.askedBy(Rule.DRAIN)).hasSize(1);
  }

  @Test
  void anEighthOfACrowdMovesPerCoolDown() {
    oneSet(80);
    top.pass(90);

    top.weight("n0", 1);
    top.pass(300);
    assertThat(top.asked).hasSize(10);
    top.pass(320);

    assertThat(top.asked).hasSize(20);
  }

  @Test
  void busySessionIsWaitedForUntilPatienceRunsOut() {
    Session session = top.openOwned("n0", 1).get(0);
    top.weight("n0", 0);
    top.passBusy(session, 59);
    assertThat(top.asked).isEmpty();
    assertThat(top.status("n0").stuck()).containsEntry(Stuck.BUSY, 1);
    top.passBusy(session, 5);

    assertThat(top.asked).hasSize(1);
    assertThat(top.patience).containsExactly(0L);
  }

  @Test
  void withoutEndOfPatienceOnlyQuietSessionsMove() {
    Tabletop never = new Tabletop(Scenarios.nodes(100, 100), patience(Optional.empty()));
    List<Session> sessions = never.openOwned("n0", 2);
    never.weight("n0", 0);
    never.passBusy(sessions.get(0), 300);

    assertThat(never.asked).extracting(a -> a.session()).containsExactly(sessions.get(1));
  }

  @Test
  void quietSessionsMoveBeforeBusyOnesAndOldBeforeYoung() {
    List<Session> busy = top.openOwned("n0", 60);
    top.pass(1);
    List<Session> quiet = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      quiet.add(top.open("quiet" + i, "n0", Reason.FAILOVER));
    }
    top.pass(2.5);
    busy.forEach(session -> session.carried(1, 0, top.now()));
    top.weight("n0", 0);
    top.pass(1);

    assertThat(top.askedBy(Rule.DRAIN)).isNotEmpty().isSubsetOf(quiet);
  }

  @Test
  void nodeThatCameBackIsNoDestinationUntilItHasSettled() {
    top.health("n0", Health.DOWN);
    top.pass(2);
    top.health("n0", Health.UP);
    top.openOwned("n1", 100);
    for (int i = 0; i < 100; i++) {
      top.open("away" + i, "n2", Reason.FAILOVER);
    }
    top.pass(58);
    assertThat(top.askedBy(Rule.PULL)).isEmpty();
    assertThat(top.status("n0").paused()).anyMatch(p -> p.why() == Pause.Why.SETTLING);
    top.pass(10);

    assertThat(top.askedBy(Rule.PULL)).isNotEmpty();
  }

  @Test
  void brakeSlowsMovesWhoseSetsDoNotComeBackAndEndsWhenTheyDo() {
    List<Session> sessions = top.openOwned("n0", 6000);
    top.weight("n0", 0);
    closeAsked(40, false);
    assertThat(top.braking).isTrue();
    int before = top.asked.size();
    top.pass(10);
    assertThat(top.asked.size() - before).isBetween(95, 105);
    closeAsked(20, true);

    assertThat(sessions).hasSize(6000);
    assertThat(top.braking).isFalse();
  }

  private int closed;

  private void closeAsked(int seconds, boolean back) {
    for (int second = 0; second < seconds; second++) {
      top.pass(1);
      while (closed < top.asked.size()) {
        Tabletop.Asked asked = top.asked.get(closed++);
        top.close(asked.session());
        if (back) {
          top.open(asked.session().set(), asked.to(), Reason.OWNER, "default");
        }
      }
    }
  }

  @Test
  void timesGrowFourfoldWithEachEventAndEndAtTheMost() {
    Escalation escalation = new Escalation();
    Duration first = Duration.ofSeconds(60);
    Duration most = Duration.ofMinutes(15);

    assertThat(escalation.event(0, first, most)).isEqualTo(60 * SECOND);
    assertThat(escalation.event(SECOND, first, most)).isEqualTo(240 * SECOND);
    assertThat(escalation.event(2 * SECOND, first, most)).isEqualTo(900 * SECOND);
    assertThat(escalation.event(3 * SECOND, first, most)).isEqualTo(900 * SECOND);
    assertThat(escalation.event(1900 * SECOND, first, most)).isEqualTo(60 * SECOND);
  }

  @Test
  void bandIsLeftAtItsEdgeAndEnteredAtItsLeaveLine() {
    BandWatch watch = new BandWatch();
    Band band = new Band(100, 30, 10);
    watch.look(131, band, 0, 30);
    assertThat(watch.acting()).isEqualTo(BandWatch.Side.WITHIN);
    watch.look(131, band, 30, 30);
    assertThat(watch.acting()).isEqualTo(BandWatch.Side.ABOVE);
    watch.look(111, band, 31, 30);
    assertThat(watch.acting()).isEqualTo(BandWatch.Side.ABOVE);
    watch.look(110, band, 32, 30);
    assertThat(watch.acting()).isEqualTo(BandWatch.Side.WITHIN);
  }

  @Test
  void pacedMovesNeverExceedTheRateAndOneInAnyWindowOfASecond() {
    long seed = 7;
    SplittableRandom random = new SplittableRandom(seed);
    Pacer pacer = new Pacer();
    List<Long> taken = new ArrayList<>();
    for (long due = 0; due < 60 * SECOND; due += random.nextLong(SECOND / 40)) {
      if (pacer.allows(due)) {
        pacer.take(due, 1e9 / 50);
        taken.add(due);
      }
    }
    for (int i = 51; i < taken.size(); i++) {
      assertThat(taken.get(i) - taken.get(i - 51))
          .as("seed %d", seed)
          .isGreaterThanOrEqualTo(SECOND);
    }
    assertThat(taken.size()).isGreaterThan(55 * 35);
  }

  @Test
  void coolDownsAreBounded() {
    CoolDowns coolDowns = new CoolDowns(Duration.ofMinutes(10));
    for (int i = 0; i < CoolDowns.MAX_ENTRIES + 10; i++) {
      coolDowns.moved(SetId.of("s" + i), 1, "a", "b", i);
    }

    assertThat(coolDowns.size()).isEqualTo(CoolDowns.MAX_ENTRIES);
    coolDowns.expire(Duration.ofHours(2).toNanos());
    assertThat(coolDowns.size()).isZero();
  }

  @Test
  void moveBackWithinTheHourIsAPingPong() {
    CoolDowns coolDowns = new CoolDowns(Duration.ofMinutes(10));
    SetId set = SetId.of("s");

    assertThat(coolDowns.moved(set, 1, "a", "b", 0)).isFalse();
    assertThat(coolDowns.moved(set, 1, "b", "a", 1000 * SECOND)).isTrue();
    assertThat(coolDowns.moved(set, 1, "a", "b", 5000 * SECOND)).isFalse();
  }
}
