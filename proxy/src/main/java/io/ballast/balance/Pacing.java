package io.ballast.balance;

import io.ballast.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Gives the moves of a tick their times: evenly spaced over the tick, each at a random place of its
 * cell, so that neither the rate of the cluster nor the rate into a node is exceeded in any window
 * of a second by more than one.
 */
final class Pacing {
  private static final int BRAKED = 10;

  private Pacing() {}

  /** The rate at which moves go on, in moves a second. */
  static double rate(PaceSettings pace, boolean braked) {
    return braked ? (double) pace.ratePerSecond() / BRAKED : pace.ratePerSecond();
  }

  /** Takes moves from the queues until the tick is full. */
  static List<Move> pace(Tick tick, Candidates candidates, RandomGenerator random) {
    List<Move> moves = new ArrayList<>();
    MoveQueue queue = candidates.queue;
    if (queue.isEmpty()) {
      return moves;
    }
    queue.sort();
    PaceSettings pace = tick.settings().pace();
    BalanceState state = tick.state();
    double period = Pacer.NANOS_PER_SECOND / rate(pace, state.brake.on());
    double nodePeriod = Pacer.NANOS_PER_SECOND / pace.nodeRatePerSecond();
    long end = tick.now() + pace.tick().toNanos();
    long cell = state.pacer.freeFrom(tick.now());
    while (cell < end) {
      long due = cell + (long) (random.nextDouble() * period);
      long key = first(tick, candidates, due);
      if (key == SessionTable.NONE && drained(tick, queue)) {
        break;
      }
      if (key != SessionTable.NONE) {
        Move move = move(tick, queue, key, due);
        queue.poll(queue.to(key));
        state.pacer.takeCell(cell, period);
        tick.gates().memory[queue.to(key)].into.take(due, nodePeriod);
        moves.add(move);
      }
      cell += (long) Math.ceil(period);
    }
    return moves;
  }

  private static boolean drained(Tick tick, MoveQueue queue) {
    for (int node = 0; node < tick.layout().node.length; node++) {
      if (queue.firstKey(node) != SessionTable.NONE) {
        return false;
      }
    }
    return true;
  }

  /** The first session of all the queues whose node has a free cell at that time. */
  private static long first(Tick tick, Candidates candidates, long due) {
    MoveQueue queue = candidates.queue;
    long best = SessionTable.NONE;
    for (int node = 0; node < tick.layout().node.length; node++) {
      long key = queue.firstKey(node);
      while (key != SessionTable.NONE && coolingNow(candidates, queue, key)) {
        queue.poll(node);
        key = queue.firstKey(node);
      }
      if (key != SessionTable.NONE
          && (best == SessionTable.NONE || key < best)
          && tick.gates().memory[node].into.allows(due)) {
        best = key;
      }
    }
    return best;
  }

  /** Another session of the set was moved in this very tick, elsewhere. */
  private static boolean coolingNow(Candidates candidates, MoveQueue queue, long key) {
    return queue.rule(key).voluntary() && !candidates.stillFree(queue.row(key), queue.to(key));
  }

  private static Move move(Tick tick, MoveQueue queue, long key, long due) {
    SessionTable table = tick.table();
    RowColumns rows = table.rows();
    int row = queue.row(key);
    Session session = rows.session.get(row);
    Rule rule = queue.rule(key);
    String from = table.nodes().name(rows.node.get(row));
    String to = table.nodes().name(queue.to(key));
    boolean pingPong =
        rule.voluntary()
            && tick.state()
                .coolDowns
                .moved(session.set(), table.setSize(row), from, to, tick.now());
    return new Move(
        row,
        session,
        table.zones().name(rows.zone.get(row)),
        from,
        to,
        rule,
        queue.viaOverride(key),
        queue.quiet(key),
        pingPong,
        due);
  }
}
