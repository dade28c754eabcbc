package io.ballast.balance;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * Finds the sessions that should move: one walk over the rows, oldest first, that asks the rules,
 * and one or two more if a node is above its band. Reused; owned by the control thread.
 */
final class Candidates {
  private static final int NONE = SessionTable.NONE;

  final MoveQueue queue = new MoveQueue();

  /** Sessions on the node that should be elsewhere and are not moving yet. */
  int[] due = {};

  /** Those of them that do not move, by reason and node. */
  final Map<Stuck, int[]> stuck = new EnumMap<>(Stuck.class);

  /** Sessions that are due to move to the node. */
  int[] wanted = {};

  private final Rules rules = new Rules();
  private int[] found = {};
  // How long it takes until the first of the sessions that SHED or PULL would move may go.
  private long[] waitNanos = {};
  private Tick tick;
  private RowColumns rows;

  /** Fills the queue and the counts. */
  void find(Tick newTick, int quota) {
    tick = newTick;
    rows = newTick.table().rows();
    rules.look(newTick);
    int nodes = newTick.layout().node.length;
    queue.reset(nodes, quota);
    due = cleared(due, nodes);
    wanted = cleared(wanted, nodes);
    found = cleared(found, nodes);
    if (waitNanos.length != nodes) {
      waitNanos = new long[nodes];
    }
    Arrays.fill(waitNanos, Long.MAX_VALUE);
    for (Stuck reason : Stuck.values()) {
      int[] counts = stuck.get(reason);
      stuck.put(reason, counts == null ? new int[nodes] : cleared(counts, nodes));
    }
    NodeGates gates = tick.gates();
    if (tick.census().displaced || gates.anyPull) {
      for (int row = rows.oldest; row != NONE; row = rows.newer.get(row)) {
        if (rows.to.get(row) == NONE) {
          consider(row);
        }
      }
    }
    if (gates.anyShed) {
      shed(true);
      shed(false);
    }
    rest();
  }

  private void consider(int row) {
    Layout layout = tick.layout();
    int n = rows.node.get(row);
    if (rows.has(row, SessionTable.ORDERED)) {
      int to = rules.operator(row);
      if (to != NONE) {
        decide(row, Rule.OPERATOR, to);
        return;
      }
    }
    if (rows.has(row, SessionTable.STAYS)) {
      if (layout.drained[n]) {
        stuck(n, Stuck.PINNED);
      }
    } else if (layout.drained[n]) {
      decide(row, Rule.DRAIN, rules.drain(row));
    } else if (!layout.eligible[n]) {
      decide(row, Rule.DOWN, rules.down(row));
    } else if (layout.zoneOfNode[n] != layout.home[rows.zone.get(row)]) {
      decide(row, Rule.ZONE, rules.zone(row));
    } else {
      int to = rules.owner(row);
      if (to != NONE) {
        decide(row, Rule.OWNER, to);
      } else if (tick.gates().anyPull) {
        decide(row, Rule.PULL, rules.pull(row));
      }
    }
  }

  private void shed(boolean visitors) {
    for (int row = rows.oldest; row != NONE; row = rows.newer.get(row)) {
      boolean asked = rows.dueTick.get(row) == tick.state().tick;
      if (tick.gates().shed[rows.node.get(row)] > 0
          && rows.to.get(row) == NONE
          && !asked
          && !rows.has(row, SessionTable.STAYS)) {
        decide(row, Rule.SHED, rules.shed(row, visitors));
      }
    }
  }

  /** Takes the answer of a rule. */
  private void decide(int row, Rule rule, int to) {
    int from = rows.node.get(row);
    switch (to) {
      case Rules.NONE -> {
        return;
      }
      case Rules.LATER -> {
        int n = rule == Rule.PULL ? rows.owner.get(row) : from;
        waitNanos[n] = Math.min(waitNanos[n], rules.waitNanos());
        return;
      }
      case Rules.NOWHERE -> stuck(from, Stuck.NOWHERE_TO_GO);
      case Rules.COOLING -> stuck(from, Stuck.COOLING);
      case Rules.PAUSED -> due[from]++;
      default -> offer(row, rule, to);
    }
    if (rows.dueTick.get(row) != tick.state().tick - 1) {
      rows.dueSinceNanos.set(row, tick.now());
    }
    rows.dueTick.set(row, tick.state().tick);
  }

  private void stuck(int node, Stuck reason) {
    due[node]++;
    stuck.get(reason)[node]++;
  }

  /** Queues a session if it is quiet, or was waited for long enough. */
  private void offer(int row, Rule rule, int to) {
    int from = rows.node.get(row);
    due[from]++;
    wanted[to]++;
    count(rule, from, to);
    if (rule == Rule.OWNER) {
      tick.gates().zoneBusy[tick.layout().home[rows.zone.get(row)]] = true;
    }
    if (!tick.moves(rule) || !queue.room(to, rule, true)) {
      return;
    }
    PaceSettings pace = tick.settings().pace();
    boolean quiet =
        tick.quietness().quiet(rows.session.get(row), tick.now(), pace.quiet().toNanos());
    if (!quiet && !waitedFor(row)) {
      stuck.get(Stuck.BUSY)[from]++;
      return;
    }
    if (queue.room(to, rule, quiet)) {
      queue.add(row, to, rule, quiet, rules.viaOverride());
      tick.destinations().expect(row, to);
    }
  }

  /** Whatever the rule, a session that goes need not be shed, and one that comes not be pulled. */
  private void count(Rule rule, int from, int to) {
    tick.gates().pull[to]--;
    tick.gates().shed[from]--;
    if (rule == Rule.PULL) {
      found[to]++;
    } else if (rule == Rule.SHED) {
      found[from]++;
    }
  }

  private boolean waitedFor(int row) {
    boolean dueBefore = rows.dueTick.get(row) == tick.state().tick - 1;
    long patience = tick.settings().pace().patience().map(Duration::toNanos).orElse(Long.MAX_VALUE);
    return patience == 0 || (dueBefore && tick.now() - rows.dueSinceNanos.get(row) >= patience);
  }

  /** A SHED or PULL that finds nothing to move rests for one dwell, and says why. */
  private void rest() {
    long dwell = tick.settings().damping().dwell().toNanos();
    NodeGates gates = tick.gates();
    for (int n = 0; n < found.length; n++) {
      boolean acting = gates.pull[n] > 0 || gates.shed[n] > 0;
      if (acting && found[n] == 0) {
        BandWatch watch = gates.memory[n].watch;
        boolean waits = gates.zoneBusy[tick.layout().zoneOfNode[n]];
        boolean cooling = waitNanos[n] < Long.MAX_VALUE;
        watch.foundNothing(whyNot(n, waits, cooling), tick.now() + (cooling ? waitNanos[n] : 0));
        if (!waits) {
          watch.rest(tick.now(), dwell);
        }
      }
    }
  }

  /** Why nothing was found; null if another pause says so. */
  private Pause.Why whyNot(int n, boolean waits, boolean cooling) {
    if (tick.gates().held[n]) {
      return null;
    }
    if (waits && tick.gates().shed[n] > 0) {
      return Pause.Why.CHANGING;
    }
    return cooling ? Pause.Why.COOLING : Pause.Why.NOTHING_TO_MOVE;
  }

  /** How many sessions are queued to move to the node. */
  int queued(int n) {
    return queue.length(n);
  }

  /** Whether a session of a set may still be moved by a voluntary rule in this tick. */
  boolean stillFree(int row, int to) {
    return !rules.cooling(row, to);
  }

  private static int[] cleared(int[] counts, int length) {
    if (counts.length != length) {
      return new int[length];
    }
    Arrays.fill(counts, 0);
    return counts;
  }
}
