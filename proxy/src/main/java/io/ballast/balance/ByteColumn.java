package io.ballast.balance;

import java.util.Arrays;

/**
 * A column of marks. It lies in pages, so that it grows without being copied: what is copied would
 * leave as much garbage behind as there are sessions. Owned by the control thread.
 */
final class ByteColumn {
  private static final int PAGE_BITS = RowColumns.PAGE_BITS;
  private static final int PAGE = 1 << PAGE_BITS;

  private byte[][] pages = {};

  /** Makes room for one page of rows more. */
  void addPage() {
    pages = Arrays.copyOf(pages, pages.length + 1);
    pages[pages.length - 1] = new byte[PAGE];
  }

  byte get(int row) {
    return pages[row >>> PAGE_BITS][row & (PAGE - 1)];
  }

  void set(int row, byte value) {
    pages[row >>> PAGE_BITS][row & (PAGE - 1)] = value;
  }

  /** A copy of everything. */
  ByteColumn copy() {
    ByteColumn copy = new ByteColumn();
    copy.pages = Arrays.stream(pages).map(byte[]::clone).toArray(byte[][]::new);
    return copy;
  }
}
