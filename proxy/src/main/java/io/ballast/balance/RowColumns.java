package io.ballast.balance;

import io.ballast.placement.Reason;

/**
 * The columns of the table of sessions. A free row has the node {@link SessionTable#NONE} and no
 * links. Owned by the control thread.
 */
final class RowColumns {
  /** Rows are added by pages. */
  static final int PAGE_BITS = 10;

  private static final int PAGE = 1 << PAGE_BITS;
  private static final int NONE = SessionTable.NONE;
  private static final Reason[] REASONS = Reason.values();

  final SessionColumn session;

  /** Number of the node it is on; NONE for a free row. */
  final IntColumn node;

  /** Number of the node it is moving to, or NONE. */
  final IntColumn to;

  /** Number of the node an operator has ordered it to, or NONE for any other; see ORDERED. */
  final IntColumn orderedTo;

  /** Number of the zone of its set. */
  final IntColumn zone;

  /** Number of the node that owns it by the ring of its zone, or NONE. */
  final IntColumn owner;

  /** The place of its set on every ring. */
  final IntColumn hash;

  final LongColumn openedNanos;

  /** Since when it is due to move, and the tick in which that was last so. */
  final LongColumn dueSinceNanos;

  final IntColumn dueTick;

  private final ByteColumn reason;

  final ByteColumn flags;

  /** Number of its set, and the next older and newer session of it. */
  final IntColumn set;

  final IntColumn olderOfSet;
  final IntColumn newerOfSet;

  /** The order of opening. */
  final IntColumn newer;

  final IntColumn older;
  int oldest = NONE;
  private int newest = NONE;
  private int free = NONE;
  private int limit;
  private int size;

  RowColumns() {
    session = new SessionColumn();
    node = new IntColumn();
    to = new IntColumn();
    orderedTo = new IntColumn();
    zone = new IntColumn();
    owner = new IntColumn();
    hash = new IntColumn();
    openedNanos = new LongColumn();
    dueSinceNanos = new LongColumn();
    dueTick = new IntColumn();
    reason = new ByteColumn();
    flags = new ByteColumn();
    set = new IntColumn();
    olderOfSet = new IntColumn();
    newerOfSet = new IntColumn();
    newer = new IntColumn();
    older = new IntColumn();
  }

  private RowColumns(RowColumns from) {
    session = from.session.copy();
    node = from.node.copy();
    to = from.to.copy();
    orderedTo = from.orderedTo.copy();
    zone = from.zone.copy();
    owner = from.owner.copy();
    hash = from.hash.copy();
    openedNanos = from.openedNanos.copy();
    dueSinceNanos = from.dueSinceNanos.copy();
    dueTick = from.dueTick.copy();
    reason = from.reason.copy();
    flags = from.flags.copy();
    set = from.set.copy();
    olderOfSet = from.olderOfSet.copy();
    newerOfSet = from.newerOfSet.copy();
    newer = from.newer.copy();
    older = from.older.copy();
    oldest = from.oldest;
    newest = from.newest;
    free = from.free;
    limit = from.limit;
    size = from.size;
  }

  /** A copy of everything. */
  RowColumns copy() {
    return new RowColumns(this);
  }

  private void addPage() {
    session.addPage();
    node.addPage();
    to.addPage();
    orderedTo.addPage();
    zone.addPage();
    owner.addPage();
    hash.addPage();
    openedNanos.addPage();
    dueSinceNanos.addPage();
    dueTick.addPage();
    reason.addPage();
    flags.addPage();
    set.addPage();
    olderOfSet.addPage();
    newerOfSet.addPage();
    newer.addPage();
    older.addPage();
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
      if (row % PAGE == 0) {
        addPage();
      }
    } else {
      free = newer.get(row);
    }
    to.set(row, NONE);
    orderedTo.set(row, NONE);
    owner.set(row, NONE);
    dueTick.set(row, NONE);
    newer.set(row, NONE);
    older.set(row, newest);
    if (newest == NONE) {
      oldest = row;
    } else {
      newer.set(newest, row);
    }
    newest = row;
    size++;
    return row;
  }

  /** Frees a row. */
  void remove(int row) {
    if (older.get(row) == NONE) {
      oldest = newer.get(row);
    } else {
      newer.set(older.get(row), newer.get(row));
    }
    if (newer.get(row) == NONE) {
      newest = older.get(row);
    } else {
      older.set(newer.get(row), older.get(row));
    }
    session.set(row, null);
    node.set(row, NONE);
    newer.set(row, free);
    free = row;
    size--;
  }

  /** Why it is on its node. */
  Reason reason(int row) {
    return REASONS[reason.get(row)];
  }

  /** It is on its node for another reason. */
  @SuppressWarnings("EnumOrdinal") // It does not leave the process.
  void reason(int row, Reason newReason) {
    reason.set(row, (byte) newReason.ordinal());
  }

  /** Whether it was placed there for any reason but its owner and its pin. */
  boolean visitor(int row) {
    return reason(row) != Reason.OWNER && reason(row) != Reason.PINNED;
  }

  /** Whether it was placed on its owner, and its owner is another node now. */
  boolean disowned(int row) {
    return reason(row) == Reason.OWNER && owner.get(row) != NONE && owner.get(row) != node.get(row);
  }

  /** Whether the row has the flag of {@link SessionTable}. */
  boolean has(int row, int flag) {
    return (flags.get(row) & flag) != 0;
  }

  /** Gives the row the flag, or takes it away. */
  void flag(int row, int flag, boolean on) {
    flags.set(row, (byte) (on ? flags.get(row) | flag : flags.get(row) & ~flag));
  }
}
