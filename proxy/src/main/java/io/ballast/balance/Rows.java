package io.ballast.balance;

import io.ballast.cluster.Affinity;
import io.ballast.cluster.Pin;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.session.Session;
import java.util.Objects;
import java.util.function.Predicate;

/** Brings the columns that follow from a snapshot up to date when another is published. */
final class Rows {
  private static final int NONE = SessionTable.NONE;

  private Rows() {}

  /** Sets the owner and the pin of every row for which they may have changed. */
  static void adjust(SessionTable table, Layout before, Layout after) {
    boolean[] differs = new boolean[after.zone.length];
    boolean any = false;
    for (int z = 0; z < differs.length; z++) {
      differs[z] = before == null || after.ringDiffers(before, z);
      any |= differs[z];
    }
    RowColumns rows = table.rows();
    if (any) {
      for (int row = 0; row < rows.limit(); row++) {
        if (rows.node.get(row) != NONE && differs[rows.zone.get(row)]) {
          rows.owner.set(row, after.owner(rows.zone.get(row), rows.hash.get(row)));
        }
      }
    }
    if (before != null) {
      adjustPins(table, before.snapshot(), after.snapshot());
    }
  }

  private static void adjustPins(SessionTable table, Snapshot before, Snapshot after) {
    boolean patterns = !before.affinity().pinned().equals(after.affinity().pinned());
    if (before.pins() == after.pins() && !patterns) {
      return;
    }
    RowColumns rows = table.rows();
    for (int row = 0; row < rows.limit(); row++) {
      if (rows.node.get(row) != NONE) {
        SetId set = rows.session.get(row).set();
        if (patterns || !Objects.equals(before.pins().get(set), after.pins().get(set))) {
          adjustPin(table, row, before.pin(set).orElse(null), after.pin(set).orElse(null));
        }
      }
    }
  }

  /** Sets the pin of a row whose session has just opened. */
  static void setPin(SessionTable table, int row, Snapshot snapshot) {
    if (snapshot.pin(table.rows().session.get(row).set()).isPresent()) {
      table.rows().flag(row, SessionTable.PINNED, true);
    }
  }

  /**
   * A set that is pinned to a node goes there once, by order of the operator; one that is unpinned
   * may move at once.
   */
  private static void adjustPin(SessionTable table, int row, Pin before, Pin after) {
    if (Objects.equals(before, after)) {
      return;
    }
    RowColumns rows = table.rows();
    rows.flag(row, SessionTable.PINNED, after != null);
    rows.flag(row, SessionTable.ORDERED, false);
    if (after == null) {
      rows.flag(row, SessionTable.FREED, true);
    } else if (after.node().isPresent()) {
      int node = table.nodes().find(after.node().get());
      if (node != NONE && node != rows.node.get(row)) {
        order(rows, row, node);
      }
    }
  }

  /**
   * A row has another zone.
   *
   * @param byOperator whether residency and cool-down do not delay its move
   */
  static void rezoned(RowColumns rows, int row, boolean byOperator, Layout layout) {
    rows.flag(row, SessionTable.FREED, byOperator);
    // A zone that the layout does not know yet has its owners set with the next one.
    if (rows.zone.get(row) < layout.zone.length) {
      rows.owner.set(row, layout.owner(rows.zone.get(row), rows.hash.get(row)));
    }
  }

  /** Gives the rows of a set another zone, by an operator's edit; {@code row} is its newest. */
  static void rezone(SessionTable table, int newest, String zone, Layout layout) {
    int number = table.zones().number(zone);
    for (int row = newest; row != NONE; row = table.rows().olderOfSet.get(row)) {
      rezone(table.rows(), row, number, layout);
    }
  }

  /** Gives each row the zone that an edited affinity has for its set, where the two differ. */
  static void rezone(SessionTable table, Affinity before, Affinity after, Layout layout) {
    RowColumns rows = table.rows();
    for (int row = 0; row < rows.limit() && !before.equals(after); row++) {
      if (rows.node.get(row) != NONE) {
        Session session = rows.session.get(row);
        String zone = after.zoneOf(session.set(), session.origin());
        if (!zone.equals(before.zoneOf(session.set(), session.origin()))) {
          rezone(rows, row, table.zones().number(zone), layout);
        }
      }
    }
  }

  private static void rezone(RowColumns rows, int row, int zone, Layout layout) {
    if (rows.zone.get(row) != zone) {
      rows.zone.set(row, zone);
      rezoned(rows, row, true, layout);
    }
  }

  /** Sets for every row whether its session's listener lets it be moved. */
  static void setMovable(RowColumns rows, Predicate<Session> movable) {
    for (int row = 0; row < rows.limit(); row++) {
      if (rows.node.get(row) != NONE) {
        rows.flag(row, SessionTable.UNMOVABLE, !movable.test(rows.session.get(row)));
      }
    }
  }

  /** An operator orders a session to a node; {@code NONE} for any other. */
  static void order(RowColumns rows, int row, int node) {
    rows.flag(row, SessionTable.ORDERED, true);
    rows.orderedTo.set(row, node);
  }
}
