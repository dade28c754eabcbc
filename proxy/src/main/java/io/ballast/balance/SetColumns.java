package io.ballast.balance;

/**
 * The columns of the sets that have live sessions: each set's newest row, from which the older ones
 * are linked, and how many there are. Owned by the control thread.
 */
final class SetColumns {
  private static final int NONE = SessionTable.NONE;
  private static final int PAGE = 1 << RowColumns.PAGE_BITS;

  /** The newest row of the set. */
  final IntColumn newest;

  /** How many rows it has. */
  final IntColumn size;

  private int free = NONE;
  private int limit;

  SetColumns() {
    newest = new IntColumn();
    size = new IntColumn();
  }

  private SetColumns(SetColumns from) {
    newest = from.newest.copy();
    size = from.size.copy();
    free = from.free;
    limit = from.limit;
  }

  /** A copy of everything. */
  SetColumns copy() {
    return new SetColumns(this);
  }

  /** Takes a free number for a set without rows. */
  int add() {
    int set = free;
    if (set == NONE) {
      set = limit++;
      if (set % PAGE == 0) {
        newest.addPage();
        size.addPage();
      }
    } else {
      free = newest.get(set);
    }
    newest.set(set, NONE);
    size.set(set, 0);
    return set;
  }

  /** Frees the number of a set without rows. */
  void remove(int set) {
    newest.set(set, free);
    free = set;
  }

  /** Links a row as the set's newest. */
  void join(int set, int row, RowColumns rows) {
    rows.set.set(row, set);
    rows.olderOfSet.set(row, newest.get(set));
    rows.newerOfSet.set(row, NONE);
    if (newest.get(set) != NONE) {
      rows.newerOfSet.set(newest.get(set), row);
    }
    newest.set(set, row);
    size.set(set, size.get(set) + 1);
  }

  /** Unlinks a row from its set. */
  void leave(int row, RowColumns rows) {
    int set = rows.set.get(row);
    int below = rows.olderOfSet.get(row);
    int above = rows.newerOfSet.get(row);
    if (below != NONE) {
      rows.newerOfSet.set(below, above);
    }
    if (above != NONE) {
      rows.olderOfSet.set(above, below);
    } else {
      newest.set(set, below);
    }
    size.set(set, size.get(set) - 1);
  }
}
