package io.ballast.balance;

import io.ballast.session.Session;
import java.util.Arrays;

/**
 * A column of sessions. It lies in pages, so that it grows without being copied: what is copied
 * would leave as much garbage behind as there are sessions. Owned by the control thread.
 */
final class SessionColumn {
  private static final int PAGE_BITS = RowColumns.PAGE_BITS;
  private static final int PAGE = 1 << PAGE_BITS;

  private Session[][] pages = {};

  /** Makes room for one page of rows more. */
  void addPage() {
    pages = Arrays.copyOf(pages, pages.length + 1);
    pages[pages.length - 1] = new Session[PAGE];
  }

  Session get(int row) {
    return pages[row >>> PAGE_BITS][row & (PAGE - 1)];
  }

  void set(int row, Session value) {
    pages[row >>> PAGE_BITS][row & (PAGE - 1)] = value;
  }

  /** A copy of everything. */
  SessionColumn copy() {
    SessionColumn copy = new SessionColumn();
    copy.pages = Arrays.stream(pages).map(Session[]::clone).toArray(Session[][]::new);
    return copy;
  }
}
