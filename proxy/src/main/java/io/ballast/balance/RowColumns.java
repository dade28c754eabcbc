package io.ballast.balance;

import io.ballast.placement.Reason;
import io.ballast.session.Session;
import java.util.Arrays;

/**
 * The columns of the table of sessions. A free row has the node {@link SessionTable#NONE} and no
 * links. Owned by the control thread; readers must not keep an array, since it is replaced when the
 * table grows.
 */
final class RowColumns {
  private static final int NONE = SessionTable.NONE;

  Session[] session;

  /** Number of the node it is on; NONE for a free row. */
  int[] node;

  /** Number of the node it is moving to, or NONE. */
  int[] to;

  /** Number of the node an operator has ordered it to, or NONE for any other; see ORDERED. */
  int[] orderedTo;

  /** Number of the zone of its set. */
  int[] zone;

  /** Number of the node that owns it by the ring of its zone, or NONE. */
  int[] owner;

  /** The place of its set on every ring. */
  int[] hash;

  long[] openedNanos;

  /** Since when it is due to move, and the tick in which that was last so. */
  long[] dueSinceNanos;

  int[] dueTick;

  /** Why it is on its node. */
  Reason[] reason;

  byte[] flags;

  /** Number of its set, and the next older and newer session of it. */
  int[] set;

  int[] olderOfSet;
  int[] newerOfSet;

  /** The order of opening. */
  int[] newer;

  int[] older;
  int oldest = NONE;
  private int newest = NONE;
  private int free = NONE;
  private int limit;
  private int size;

  RowColumns(int capacity) {
    session = new Session[capacity];
    node = new int[capacity];
    to = new int[capacity];
    orderedTo = new int[capacity];
    zone = new int[capacity];
    owner = new int[capacity];
    hash = new int[capacity];
    openedNanos = new long[capacity];
    dueSinceNanos = new long[capacity];
    dueTick = new int[capacity];
    reason = new Reason[capacity];
    flags = new byte[capacity];
    olderOfSet = new int[capacity];
    newerOfSet = new int[capacity];
    set = new int[capacity];
    newer = new int[capacity];
    older = new int[capacity];
  }

  /** A copy of everything. */
  RowColumns copy() {
    RowColumns copy = new RowColumns(0);
    copy.copyFrom(this, node.length);
    copy.oldest = oldest;
    copy.newest = newest;
    copy.free = free;
    copy.limit = limit;
    copy.size = size;
    return copy;
  }

  private void copyFrom(RowColumns from, int capacity) {
    session = Arrays.copyOf(from.session, capacity);
    node = Arrays.copyOf(from.node, capacity);
    to = Arrays.copyOf(from.to, capacity);
    orderedTo = Arrays.copyOf(from.orderedTo, capacity);
    zone = Arrays.copyOf(from.zone, capacity);
    owner = Arrays.copyOf(from.owner, capacity);
    hash = Arrays.copyOf(from.hash, capacity);
    openedNanos = Arrays.copyOf(from.openedNanos, capacity);
    dueSinceNanos = Arrays.copyOf(from.dueSinceNanos, capacity);
    dueTick = Arrays.copyOf(from.dueTick, capacity);
    reason = Arrays.copyOf(from.reason, capacity);
    flags = Arrays.copyOf(from.flags, capacity);
    olderOfSet = Arrays.copyOf(from.olderOfSet, capacity);
    newerOfSet = Arrays.copyOf(from.newerOfSet, capacity);
    set = Arrays.copyOf(from.set, capacity);
    newer = Arrays.copyOf(from.newer, capacity);
    older = Arrays.copyOf(from.older, capacity);
  }

  /** How many rows are in use. */
  int size() {
    return size;
  }

  /** All rows in use are below this. */
  int limit() {
    return limit;
  }

  /** Takes a free row, as the newest. */
  int add() {
    int row = free;
    if (row == NONE) {
      row = limit++;
      if (row == node.length) {
        copyFrom(this, row + row / 2 + 1);
      }
    } else {
      free = newer[row];
    }
    to[row] = NONE;
    orderedTo[row] = NONE;
    owner[row] = NONE;
    dueTick[row] = NONE;
    newer[row] = NONE;
    older[row] = newest;
    if (newest == NONE) {
      oldest = row;
    } else {
      newer[newest] = row;
    }
    newest = row;
    size++;
    return row;
  }

  /** Frees a row. */
  void remove(int row) {
    if (older[row] == NONE) {
      oldest = newer[row];
    } else {
      newer[older[row]] = newer[row];
    }
    if (newer[row] == NONE) {
      newest = older[row];
    } else {
      older[newer[row]] = older[row];
    }
    session[row] = null;
    node[row] = NONE;
    newer[row] = free;
    free = row;
    size--;
  }

  /** Whether it was placed there for any reason but its owner and its pin. */
  boolean visitor(int row) {
    return reason[row] != Reason.OWNER && reason[row] != Reason.PINNED;
  }

  /** Whether it was placed on its owner, and its owner is another node now. */
  boolean disowned(int row) {
    return reason[row] == Reason.OWNER && owner[row] != NONE && owner[row] != node[row];
  }

  /** Whether the row has the flag of {@link SessionTable}. */
  boolean has(int row, int flag) {
    return (flags[row] & flag) != 0;
  }

  /** Gives the row the flag, or takes it away. */
  void flag(int row, int flag, boolean on) {
    flags[row] = (byte) (on ? flags[row] | flag : flags[row] & ~flag);
  }
}
