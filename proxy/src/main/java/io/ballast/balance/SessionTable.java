package io.ballast.balance;

import io.ballast.cluster.SetId;
import io.ballast.session.NewestOfSets;
import io.ballast.session.Session;

/**
 * The live sessions as the planner sees them: a row each, in columns that are reused. Rows are
 * linked in the order of opening, oldest first, and each set's rows among themselves, newest first.
 * Every event costs O(1); reading costs no object.
 *
 * <p>Owned by the control thread. The events of one session come in their order; those of different
 * sessions in any. Opening a session twice, or closing one that is not there, changes nothing.
 */
final class SessionTable {
  /** No row, node or time. */
  static final int NONE = -1;

  /** Whose the session is may change again without residency and cool-down: an operator said so. */
  static final int FREED = 1;

  /** The session, or its set, must not be moved. */
  static final int PINNED = 2;

  /** Its set would be the same if it connected again. */
  static final int AFFINE = 4;

  /** It is being closed for its move. */
  static final int CLOSING = 8;

  /** It is being closed for its move, and its set is back already. */
  static final int RETURNED = 16;

  /** An operator has ordered it to another node. */
  static final int ORDERED = 32;

  /** Its listener moves nothing. */
  static final int UNMOVABLE = 64;

  /** Either keeps a session where it is. */
  static final int STAYS = PINNED | UNMOVABLE;

  private final Roster nodes;
  private final Roster zones;
  private final RowColumns rows;
  private final SetColumns sets;
  private final NewestOfSets newest = new NewestOfSets();

  SessionTable() {
    nodes = new Roster();
    zones = new Roster();
    rows = new RowColumns();
    sets = new SetColumns();
  }

  private SessionTable(SessionTable other) {
    nodes = new Roster(other.nodes);
    zones = new Roster(other.zones);
    rows = other.rows.copy();
    sets = other.sets.copy();
  }

  /** A copy for a dry run: its rows can be moved, but no session opens or closes in it. */
  SessionTable forDryRun() {
    return new SessionTable(this);
  }

  /** The numbers of nodes. */
  Roster nodes() {
    return nodes;
  }

  /** The numbers of zones. */
  Roster zones() {
    return zones;
  }

  /** The columns. */
  RowColumns rows() {
    return rows;
  }

  /** How many sessions the set of that row has. */
  int setSize(int row) {
    return sets.size.get(rows.set.get(row));
  }

  /** How many sessions there are. */
  int size() {
    return rows.size();
  }

  /**
   * A session is live.
   *
   * @return its row, or {@link #NONE} if it was there already
   */
  int open(Session session) {
    if (row(session) != NONE) {
      return NONE;
    }
    int row = rows.add();
    session.row(row);
    rows.session.set(row, session);
    rows.node.set(row, nodes.number(session.node()));
    rows.zone.set(row, zones.number(session.zone()));
    rows.hash.set(row, session.set().ringHash());
    rows.openedNanos.set(row, session.openedNanos());
    rows.reason(row, session.reason());
    rows.flags.set(row, (byte) (session.affine() ? AFFINE : 0));
    Session before = newest.put(session);
    sets.join(before == null ? sets.add() : rows.set.get(before.row()), row, rows);
    return row;
  }

  /**
   * A session has ended; its row is free afterwards.
   *
   * @return whether it was there
   */
  boolean close(Session session) {
    int row = row(session);
    if (row == NONE) {
      return false;
    }
    int set = rows.set.get(row);
    sets.leave(row, rows);
    if (sets.size.get(set) == 0) {
      sets.remove(set);
      newest.remove(session.set());
    } else {
      newest.put(rows.session.get(sets.newest.get(set)));
    }
    rows.remove(row);
    return true;
  }

  /** The row of a session, or {@link #NONE}. */
  int row(Session session) {
    int row = session.row();
    return row < rows.limit() && rows.session.get(row) == session ? row : NONE;
  }

  /** The newest row of a set, or {@link #NONE}; the others follow by {@code olderOfSet}. */
  int newest(SetId set) {
    Session session = newest.get(set);
    return session == null ? NONE : session.row();
  }

  /**
   * The zone of a session's set has become another.
   *
   * @return whether the session is there; it may have been entered with that zone already
   */
  boolean rezone(Session session, String zone) {
    int row = row(session);
    if (row == NONE) {
      return false;
    }
    rows.zone.set(row, zones.number(zone));
    return true;
  }
}
