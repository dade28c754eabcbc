package io.ballast.balance;

import java.util.Arrays;

/**
 * A column of times. It lies in pages, so that it grows without being copied: what is copied would
 * leave as much garbage behind as there are sessions. Owned by the control thread.
 */
final class LongColumn {
  private static final int PAGE_BITS = RowColumns.PAGE_BITS;
  private static final int PAGE = 1 << PAGE_BITS;

  private long[][] pages = {};

  /** Makes room for one page of rows more. */
  void addPage() {
    pages = Arrays.copyOf(pages, pages.length + 1);
    pages[pages.length - 1] = new long[PAGE];
  }

  long get(int row) {
    return pages[row >>> PAGE_BITS][row & (PAGE - 1)];
  }

  void set(int row, long value) {
    pages[row >>> PAGE_BITS][row & (PAGE - 1)] = value;
  }

  /** A copy of everything. */
  LongColumn copy() {
    LongColumn copy = new LongColumn();
    copy.pages = Arrays.stream(pages).map(long[]::clone).toArray(long[][]::new);
    return copy;
  }
}
