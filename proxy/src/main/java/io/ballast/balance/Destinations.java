package io.ballast.balance;

import io.ballast.cluster.NodeState;
import io.ballast.placement.Overrides;
import io.ballast.ring.Ring;
import io.ballast.ring.RingWalk;

/**
 * Where a session would go. {@link #listed} is the first entry of the load-balancing list that
 * placement would make for the set, on the planner's own counts, in which moves of this tick are
 * contained already. Owned by the control thread.
 */
final class Destinations {
  private static final int NONE = SessionTable.NONE;

  private final RingWalk walk = new RingWalk();
  private final Overrides overrides;
  private SessionTable table;
  private Layout layout;
  private Census census;
  private NodeGates gates;
  private long now;

  Destinations(Overrides overrides) {
    this.overrides = overrides;
  }

  /** Looks at another tick. */
  void look(Tick tick) {
    table = tick.table();
    layout = tick.layout();
    census = tick.census();
    gates = tick.gates();
    now = tick.now();
  }

  /** The node that the set's list names first, or NONE if it names none. */
  int listed(int row) {
    int z = layout.home[table.rows().zone.get(row)];
    int override = overridden(row);
    if (override != NONE && mayTake(override) && !atBound(z, override)) {
      return override;
    }
    int atBound = NONE;
    walk.start(layout.zone[z].ring(), table.rows().hash.get(row));
    for (int i = walk.next(); i != Ring.NONE; i = walk.next()) {
      int n = layout.members[z][i];
      if (mayTake(n)) {
        if (!atBound(z, n)) {
          return n;
        }
        atBound = atBound == NONE ? n : atBound;
      }
    }
    return atBound == NONE ? backup(z, table.rows().hash.get(row)) : atBound;
  }

  private int overridden(int row) {
    if (overrides.size() == 0) {
      return NONE;
    }
    String name = overrides.node(table.rows().session.get(row).set(), now);
    return name == null || layout.snapshot().node(name).isEmpty()
        ? NONE
        : table.nodes().number(name);
  }

  private int backup(int z, int hash) {
    int[] chain = layout.chain[z];
    for (int link = 1; link < chain.length; link++) {
      walk.start(layout.zone[chain[link]].ring(), hash);
      for (int i = walk.next(); i != Ring.NONE; i = walk.next()) {
        int n = layout.members[chain[link]][i];
        if (mayTake(n)) {
          return n;
        }
      }
    }
    return NONE;
  }

  /** The first node of the set's zone in ring order, but its own, that is settled and has room. */
  int settledInstead(int row) {
    int z = layout.home[table.rows().zone.get(row)];
    walk.start(layout.zone[z].ring(), table.rows().hash.get(row));
    for (int i = walk.next(); i != Ring.NONE; i = walk.next()) {
      int n = layout.members[z][i];
      if (n != table.rows().node.get(row) && mayTake(n) && gates.settled[n] && !atBound(z, n)) {
        return n;
      }
    }
    return NONE;
  }

  /** The next node in ring order that is below its leave line and may be moved to, or NONE. */
  int belowLeaveLine(int row) {
    int z = layout.home[table.rows().zone.get(row)];
    walk.start(layout.zone[z].ring(), table.rows().hash.get(row));
    for (int i = walk.next(); i != Ring.NONE; i = walk.next()) {
      int n = layout.members[z][i];
      if (n != table.rows().node.get(row)
          && mayTake(n)
          && gates.open(n)
          && census.own[n] + 1 <= census.band[n].upperLeave()) {
        return n;
      }
    }
    return NONE;
  }

  /** The next node in ring order but its own, for a move that an operator has ordered. */
  int other(int row) {
    int listed = listed(row);
    if (listed != table.rows().node.get(row)) {
      return listed;
    }
    int z = layout.home[table.rows().zone.get(row)];
    walk.start(layout.zone[z].ring(), table.rows().hash.get(row));
    for (int i = walk.next(); i != Ring.NONE; i = walk.next()) {
      int n = layout.members[z][i];
      if (n != table.rows().node.get(row) && mayTake(n)) {
        return n;
      }
    }
    return NONE;
  }

  /** Whether the node is eligible and has room by its own limit. */
  boolean mayTake(int n) {
    NodeState state = layout.node[n];
    return layout.eligible[n]
        && (state.node().maxSessions() == 0
            || census.live[n] + census.arriving[n] < state.node().maxSessions());
  }

  private boolean atBound(int z, int n) {
    return layout.zoneOfNode[n] == z && census.own[n] + 1 > census.bound[n];
  }

  /** Counts a session that is going to move where it is expected. */
  void expect(int row, int to) {
    RowColumns rows = table.rows();
    int z = layout.home[rows.zone.get(row)];
    int from = rows.node.get(row);
    if (layout.zoneOfNode[from] == z) {
      census.own[from]--;
    }
    if (layout.zoneOfNode[to] == z) {
      census.own[to]++;
    }
    census.arriving[to]++;
  }
}
