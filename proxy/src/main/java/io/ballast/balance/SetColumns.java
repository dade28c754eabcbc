package io.ballast.balance;

import java.util.Arrays;

/**
 * The columns of the sets that have live sessions: each set's newest row, from which the older ones
 * are linked, and how many there are. Owned by the control thread.
 */
final class SetColumns {
  private static final int NONE = SessionTable.NONE;

  /** The newest row of the set. */
  int[] newest = new int[1024];

  /** How many rows it has. */
  int[] size = new int[1024];

  private int free = NONE;
  private int limit;

  /** A copy of everything. */
  SetColumns copy() {
    SetColumns copy = new SetColumns();
    copy.newest = newest.clone();
    copy.size = size.clone();
    copy.free = free;
    copy.limit = limit;
    return copy;
  }

  /** Takes a free number for a set without rows. */
  int add() {
    int set = free;
    if (set == NONE) {
      set = limit++;
      if (set == newest.length) {
        newest = Arrays.copyOf(newest, 2 * set);
        size = Arrays.copyOf(size, 2 * set);
      }
    } else {
      free = newest[set];
    }
    newest[set] = NONE;
    size[set] = 0;
    return set;
  }

  /** Frees the number of a set without rows. */
  void remove(int set) {
    newest[set] = free;
    free = set;
  }

  /** Links a row as the set's newest. */
  void join(int set, int row, RowColumns rows) {
    rows.set[row] = set;
    rows.olderOfSet[row] = newest[set];
    rows.newerOfSet[row] = NONE;
    if (newest[set] != NONE) {
      rows.newerOfSet[newest[set]] = row;
    }
    newest[set] = row;
    size[set]++;
  }

  /** Unlinks a row from its set. */
  void leave(int row, RowColumns rows) {
    int set = rows.set[row];
    int below = rows.olderOfSet[row];
    int above = rows.newerOfSet[row];
    if (below != NONE) {
      rows.newerOfSet[below] = above;
    }
    if (above != NONE) {
      rows.olderOfSet[above] = below;
    } else {
      newest[set] = below;
    }
    size[set]--;
  }
}
