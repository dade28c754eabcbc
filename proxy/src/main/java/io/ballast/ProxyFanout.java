package io.ballast;

import io.ballast.balance.BalanceObserver;
import io.ballast.balance.Outcome;
import io.ballast.balance.Rule;
import io.ballast.balance.StuckSession;
import io.ballast.cluster.Health;
import io.ballast.cluster.SnapshotObserver;
import io.ballast.health.HealthObserver;
import io.ballast.health.ProbeResult;
import io.ballast.relay.ConnectObserver;
import io.ballast.relay.LoopObserver;
import io.ballast.session.Session;
import io.ballast.session.SessionObserver;
import java.util.List;

/** Tells two observers of a proxy, one after the other. */
record ProxyFanout(ProxyObserver first, ProxyObserver second) implements ProxyObserver {
  @Override
  public SessionObserver sessions(String cluster) {
    return new SessionFanout(first.sessions(cluster), second.sessions(cluster));
  }

  @Override
  public ConnectObserver connects(String cluster) {
    ConnectObserver one = first.connects(cluster);
    ConnectObserver other = second.connects(cluster);
    return (node, outcome, nanos) -> {
      one.attempted(node, outcome, nanos);
      other.attempted(node, outcome, nanos);
    };
  }

  @Override
  public HealthObserver health(String cluster) {
    return new HealthFanout(first.health(cluster), second.health(cluster));
  }

  @Override
  public BalanceObserver balance(String cluster) {
    return new BalanceFanout(first.balance(cluster), second.balance(cluster));
  }

  @Override
  public SnapshotObserver snapshots(String cluster) {
    SnapshotObserver one = first.snapshots(cluster);
    SnapshotObserver other = second.snapshots(cluster);
    return (before, after, changes) -> {
      one.published(before, after, changes);
      other.published(before, after, changes);
    };
  }

  /** The loops are only measured if one of the two wants to know. */
  @Override
  public LoopObserver loops() {
    LoopObserver one = first.loops();
    LoopObserver other = second.loops();
    if (one == LoopObserver.NONE) {
      return other;
    }
    if (other == LoopObserver.NONE) {
      return one;
    }
    return nanos -> {
      one.late(nanos);
      other.late(nanos);
    };
  }

  private record HealthFanout(HealthObserver first, HealthObserver second)
      implements HealthObserver {
    @Override
    public void probed(String node, ProbeResult.Outcome outcome, long nanos) {
      first.probed(node, outcome, nanos);
      second.probed(node, outcome, nanos);
    }

    @Override
    public void turned(String node, Health health, String cause) {
      first.turned(node, health, cause);
      second.turned(node, health, cause);
    }
  }

  private record BalanceFanout(BalanceObserver first, BalanceObserver second)
      implements BalanceObserver {
    @Override
    public void moving(Session session, String from, String to, Rule rule, boolean pingPong) {
      first.moving(session, from, to, rule, pingPong);
      second.moving(session, from, to, rule, pingPong);
    }

    @Override
    public void moved(String from, String to, Rule rule, Outcome outcome) {
      first.moved(from, to, rule, outcome);
      second.moved(from, to, rule, outcome);
    }

    @Override
    public void braking(boolean on) {
      first.braking(on);
      second.braking(on);
    }

    @Override
    public void deadlinePassed(String node, List<StuckSession> left) {
      first.deadlinePassed(node, left);
      second.deadlinePassed(node, left);
    }

    @Override
    public void ticked(int moves, long tookNanos) {
      first.ticked(moves, tookNanos);
      second.ticked(moves, tookNanos);
    }
  }
}
