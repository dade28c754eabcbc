package io.ballast.balance;

import io.ballast.placement.Band;
import io.ballast.placement.PlacementSettings;
import java.util.Arrays;

/**
 * How many sessions each node has, should have and may have: one pass over the rows. A session that
 * moves counts where it is expected. Arrays are indexed by the number of a node or zone and reused;
 * owned by the control thread.
 */
final class Census {
  private static final int NONE = SessionTable.NONE;

  /** Live sessions on the node, guests included, those that leave it too. */
  int[] live = {};

  /** Those of them whose set is of another zone. */
  int[] guests = {};

  /** Own count: sessions of the zone's sets on the node or on the way to it. */
  int[] own = {};

  /** Those of the own count that must not be moved. */
  int[] pinned = {};

  /** Sessions that are on the way to the node. */
  int[] arriving = {};

  /** Sessions that are about to leave the node for another. */
  int[] leaving = {};

  /** T: the sessions of the zone's sets, wherever they are. */
  int[] ofZone = {};

  /** The bands; null for a node that is not eligible. */
  Band[] band = {};

  /** What the node should have. */
  double[] target = {};

  /** Whether more of its own sessions than its weight gives it must not be moved. */
  boolean[] overPinned = {};

  /** The most sessions of its own with which placement still takes a node. */
  double[] bound = {};

  /** Whether any session may have to move for a reason that is not a count. */
  boolean displaced;

  /** Counts. */
  void take(SessionTable table, Layout layout, Flights flights, PlacementSettings settings) {
    int nodes = layout.node.length;
    live = cleared(live, nodes);
    guests = cleared(guests, nodes);
    own = cleared(own, nodes);
    pinned = cleared(pinned, nodes);
    arriving = cleared(arriving, nodes);
    leaving = cleared(leaving, nodes);
    ofZone = cleared(ofZone, layout.zone.length);
    if (target.length != nodes) {
      target = new double[nodes];
      bound = new double[nodes];
      overPinned = new boolean[nodes];
      band = new Band[nodes];
    }
    displaced = false;
    countRows(table.rows(), layout);
    flights.forEachExpected((to, zone) -> expect(to, layout.home[zone], layout));
    for (int z = 0; z < layout.zone.length; z++) {
      if (layout.zone[z] != null) {
        setTargets(layout, z);
        setBands(layout, z, settings);
      }
    }
  }

  private void countRows(RowColumns rows, Layout layout) {
    boolean any = false;
    for (int row = 0; row < rows.limit(); row++) {
      int n = rows.node.get(row);
      if (n == NONE) {
        continue;
      }
      live[n]++;
      int z = layout.home[rows.zone.get(row)];
      boolean guest = layout.zoneOfNode[n] != z;
      guests[n] += guest ? 1 : 0;
      int to = rows.to.get(row);
      if (to != NONE) {
        leaving[n]++;
        if (!rows.has(row, SessionTable.RETURNED)) {
          expect(to, z, layout);
        }
        continue;
      }
      ofZone[z]++;
      if (!guest) {
        own[n]++;
        if (rows.has(row, SessionTable.STAYS)) {
          pinned[n]++;
        }
      }
      any |= guest;
      any |= rows.disowned(row) || rows.has(row, SessionTable.ORDERED);
    }
    for (int n = 0; n < layout.node.length; n++) {
      any |= live[n] > leaving[n] && !layout.eligible[n];
    }
    displaced = any;
  }

  private void expect(int to, int z, Layout layout) {
    arriving[to]++;
    ofZone[z]++;
    if (layout.zoneOfNode[to] == z) {
      own[to]++;
    }
  }

  /**
   * Divides T by weight. A node with more pinned sessions than its share has those as its target,
   * and the others divide what is left; this goes on until no share is exceeded.
   */
  private void setTargets(Layout layout, int z) {
    double sessions = ofZone[z];
    double weights = layout.zone[z].healthyWeight();
    for (int n : layout.members[z]) {
      target[n] = NONE;
    }
    boolean again = true;
    while (again) {
      again = false;
      double unit = weights > 0 ? sessions / weights : 0;
      for (int n : layout.members[z]) {
        double weight = layout.eligible[n] ? layout.node[n].node().weight() : 0;
        if (target[n] == NONE && pinned[n] > unit * weight) {
          target[n] = pinned[n];
          sessions -= pinned[n];
          weights -= weight;
          again = true;
        }
      }
    }
    for (int n : layout.members[z]) {
      if (target[n] == NONE) {
        double weight = layout.eligible[n] ? layout.node[n].node().weight() : 0;
        target[n] = weights > 0 ? Math.max(0, sessions) * weight / weights : 0;
      }
    }
  }

  private void setBands(Layout layout, int z, PlacementSettings settings) {
    double weights = layout.zone[z].healthyWeight();
    for (int n : layout.members[z]) {
      if (!layout.eligible[n]) {
        band[n] = null;
        overPinned[n] = layout.drained[n] && pinned[n] > 0;
        continue;
      }
      band[n] = Band.of(settings.band(), target[n], layout.points[n]);
      double unit = layout.node[n].node().weight() / weights;
      double share = (ofZone[z] + 1.0) * unit;
      overPinned[n] =
          pinned[n] > Band.of(settings.band(), ofZone[z] * unit, layout.points[n]).upperEdge();
      bound[n] =
          settings.bound()
              ? Band.of(settings.band(), share, layout.points[n]).upperEdge()
              : Double.POSITIVE_INFINITY;
    }
  }

  private static int[] cleared(int[] counts, int length) {
    if (counts.length != length) {
      return new int[length];
    }
    Arrays.fill(counts, 0);
    return counts;
  }
}
