package io.ballast.balance;

import io.ballast.cluster.Snapshot;
import io.ballast.placement.LiveCounts;
import io.ballast.placement.Overrides;
import io.ballast.placement.Reason;
import io.ballast.session.Session;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Carries out moves: {@code planned → closing → in flight → over}. A planned move ends as cancelled
 * if its session or its destination is gone before it is due; one in flight ends when the set is
 * back or the return window has passed. Owned by the control thread.
 */
final class MoveExecution {
  private BalanceSettings settings;
  private final SessionTable table;
  private final BalanceState state;
  private final LiveCounts counts;
  private final Overrides overrides;
  private final Mover mover;
  private final BalanceObserver observer;
  // By due time: a tick's moves are in order, and those of the next tick are later.
  private final ArrayDeque<Move> planned = new ArrayDeque<>();

  MoveExecution(
      BalanceSettings settings,
      SessionTable table,
      BalanceState state,
      LiveCounts counts,
      Overrides overrides,
      Mover mover,
      BalanceObserver observer) {
    this.settings = settings;
    this.table = table;
    this.state = state;
    this.counts = counts;
    this.overrides = overrides;
    this.mover = mover;
    this.observer = observer;
  }

  /** Goes on with other settings. */
  void reconfigure(BalanceSettings newSettings) {
    settings = newSettings;
  }

  /** Takes the moves of a tick. */
  void accept(List<Move> moves) {
    for (Move move : moves) {
      table.rows().to.set(move.row(), table.nodes().number(move.to()));
      planned.add(move);
    }
  }

  /** When the next move is due, {@link Long#MAX_VALUE} if none is planned. */
  long nextDueNanos() {
    return planned.isEmpty() ? Long.MAX_VALUE : planned.peek().dueNanos();
  }

  /** Begins the moves whose time has come. */
  void run(long nowNanos, Snapshot snapshot) {
    while (!planned.isEmpty() && planned.peek().dueNanos() - nowNanos <= 0) {
      Move move = planned.poll();
      if (table.rows().session.get(move.row()) != move.session()) {
        continue;
      }
      if (stillRight(move, snapshot)) {
        begin(move, nowNanos);
      } else {
        table.rows().to.set(move.row(), SessionTable.NONE);
        end(move, Outcome.CANCELLED);
      }
    }
  }

  private static boolean stillRight(Move move, Snapshot snapshot) {
    boolean pinned = snapshot.pin(move.session().set()).isPresent();
    boolean allowed = !move.rule().voluntary() || snapshot.rebalance();
    boolean there = snapshot.node(move.to()).filter(node -> node.eligible()).isPresent();
    return there && allowed && (!pinned || move.rule() == Rule.OPERATOR);
  }

  private void begin(Move move, long nowNanos) {
    Session session = move.session();
    int row = move.row();
    table.rows().flag(row, SessionTable.CLOSING, true);
    if (move.viaOverride()) {
      overrides.put(session.set(), move.to(), nowNanos + settings.damping().override().toNanos());
    } else if (overrides.size() > 0) {
      String elsewhere = overrides.node(session.set(), nowNanos);
      if (elsewhere != null && !elsewhere.equals(move.to())) {
        overrides.remove(session.set());
      }
    }
    state.flights.depart(move, table.rows().to.get(row), table.rows().zone.get(row));
    counts.expect(move.to(), move.zone(), 1);
    observer.moving(session, move.from(), move.to(), move.rule(), move.pingPong());
    PaceSettings pace = settings.pace();
    long patience = pace.patience().map(Duration::toNanos).orElse(Long.MAX_VALUE);
    mover.move(session, move.to(), pace.quiet().toNanos(), move.patient() ? patience : 0);
  }

  /** A session has opened: a move has come to its end if its set was on the way. */
  void landed(Session session, int node, long nowNanos) {
    Flights.Flight flight = state.flights.land(session, node);
    if (flight == null) {
      return;
    }
    Move move = flight.move;
    if (table.rows().session.get(move.row()) == move.session()) {
      table.rows().flag(move.row(), SessionTable.RETURNED, true);
    }
    boolean refused = flight.to != node && session.reason() == Reason.FAILOVER;
    end(flight, flight.to == node ? Outcome.RETURNED : Outcome.ELSEWHERE, !refused, nowNanos);
  }

  /** A session has ended. */
  void closed(Session session, long nowNanos) {
    long end = nowNanos + settings.pace().returnWindow().toNanos();
    if (state.flights.closed(session, end)) {
      return;
    }
    int row = table.row(session);
    if (row != SessionTable.NONE && table.rows().to.get(row) != SessionTable.NONE) {
      planned.stream()
          .filter(move -> move.session() == session)
          .findFirst()
          .ifPresent(move -> end(move, Outcome.CANCELLED));
    }
  }

  /** Ends the flights whose return window has passed. */
  void expire(long nowNanos) {
    for (Flights.Flight flight = state.flights.expire(nowNanos);
        flight != null;
        flight = state.flights.expire(nowNanos)) {
      end(flight, Outcome.EXPIRED, false, nowNanos);
    }
  }

  private void end(Flights.Flight flight, Outcome outcome, boolean cameBack, long nowNanos) {
    counts.expect(flight.move.to(), flight.move.zone(), -1);
    state.brake.ended(cameBack, nowNanos);
    end(flight.move, outcome);
  }

  private void end(Move move, Outcome outcome) {
    observer.moved(move.from(), move.to(), move.rule(), outcome);
  }
}
