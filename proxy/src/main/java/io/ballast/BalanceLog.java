package io.ballast;

import io.ballast.balance.BalanceObserver;
import io.ballast.balance.Outcome;
import io.ballast.balance.Rule;
import io.ballast.balance.StuckSession;
import io.ballast.session.Session;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes to the log what balancing does, and hands it on. On the control thread. */
final class BalanceLog implements BalanceObserver {
  private static final Logger log = LoggerFactory.getLogger(BalanceLog.class);

  /** A list in the log is for a person; {@code SESSIONS NODE} has the rest. */
  private static final int LISTED = 20;

  private final String cluster;
  private final BalanceObserver next;

  BalanceLog(String cluster, BalanceObserver next) {
    this.cluster = cluster;
    this.next = next;
  }

  @Override
  public void moving(Session session, String from, String to, Rule rule, boolean pingPong) {
    log.debug(
        "moving session={} set={} node={} to={} reason={}",
        session.id(),
        session.set(),
        from,
        to,
        rule);
    next.moving(session, from, to, rule, pingPong);
  }

  @Override
  public void moved(String from, String to, Rule rule, Outcome outcome) {
    next.moved(from, to, rule, outcome);
  }

  @Override
  public void braking(boolean on) {
    if (on) {
      log.warn(
          "cluster {}: moves go on at a tenth of the rate: fewer than half of the moved sets come"
              + " back",
          cluster);
    } else {
      log.info("cluster {}: moved sets come back; moves go on at the full rate", cluster);
    }
    next.braking(on);
  }

  @Override
  public void deadlinePassed(String node, List<StuckSession> left) {
    if (left.isEmpty()) {
      log.info("cluster {}: deadline of the drain of node={}: no session is left", cluster, node);
    } else {
      log.warn(
          "cluster {}: deadline of the drain of node={}: {} sessions are left; SESSIONS NODE"
              + " lists them, CLOSE ends one",
          cluster,
          node,
          left.size());
      left.stream()
          .limit(LISTED)
          .forEach(
              stuck ->
                  log.warn(
                      "left on node={}: session={} set={} reason={}",
                      node,
                      stuck.session().id(),
                      stuck.session().set(),
                      stuck.reason().word()));
    }
    next.deadlinePassed(node, left);
  }

  @Override
  public void ticked(int moves, long tookNanos) {
    next.ticked(moves, tookNanos);
  }
}
