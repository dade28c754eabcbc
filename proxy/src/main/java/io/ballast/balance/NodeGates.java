package io.ballast.balance;

import io.ballast.placement.Band;
import io.ballast.placement.PlacementSettings;
import java.util.Arrays;

/**
 * What this tick lets into and out of each node: held, settled, and how many sessions SHED, PULL
 * and ZONE may still move. Indexed by the number of a node, reused; owned by the control thread.
 */
final class NodeGates {
  private static final int NONE = SessionTable.NONE;

  /** What is remembered of the nodes; null for one that is gone. */
  NodeMemory[] memory = {};

  boolean[] held = {};
  boolean[] settled = {};

  /** How many sessions PULL may still fetch for the node. */
  int[] pull = {};

  /** How many sessions SHED may still take off the node. */
  int[] shed = {};

  /** The own count up to which ZONE may bring the node; infinite if its zone is whole. */
  double[] zoneCap = {};

  /** Whether a ramp or OWNER moves run in the zone, by its number: SHED waits for them. */
  boolean[] zoneBusy = {};

  boolean anyPull;
  boolean anyShed;

  /** Opens and closes the gates for a tick. */
  void set(
      Layout layout,
      Census census,
      BalanceState state,
      BalanceSettings settings,
      PlacementSettings placement,
      long now) {
    int nodes = layout.node.length;
    memory = Arrays.copyOf(memory, nodes);
    held = Arrays.copyOf(held, nodes);
    settled = Arrays.copyOf(settled, nodes);
    pull = Arrays.copyOf(pull, nodes);
    shed = Arrays.copyOf(shed, nodes);
    zoneCap = Arrays.copyOf(zoneCap, nodes);
    zoneBusy = Arrays.copyOf(zoneBusy, layout.zone.length);
    Arrays.fill(zoneBusy, false);
    anyPull = false;
    anyShed = false;
    for (int n = 0; n < nodes; n++) {
      pull[n] = 0;
      shed[n] = 0;
      held[n] = false;
      settled[n] = false;
      memory[n] = layout.node[n] == null ? null : state.of(layout.node[n].name());
      if (memory[n] != null) {
        set(n, layout, census, settings, now);
        zoneCap[n] = zoneCap(n, layout, census, placement);
        if (layout.snapshot().ramps().containsKey(layout.node[n].name())) {
          zoneBusy[layout.zoneOfNode[n]] = true;
        }
      }
    }
  }

  private void set(int n, Layout layout, Census census, BalanceSettings settings, long now) {
    BandWatch watch = memory[n].watch;
    held[n] = memory[n].hold.held(now);
    settled[n] = layout.eligible[n] && memory[n].settle.settled(now);
    if (!layout.eligible[n]) {
      return;
    }
    Band band = census.band[n];
    watch.look(census.own[n], band, now, settings.damping().dwell().toNanos());
    switch (watch.acting()) {
      case ABOVE -> shed[n] = (int) Math.ceil(census.own[n] - band.upperLeave());
      case BELOW -> pull[n] = settled[n] ? (int) Math.ceil(band.lowerLeave() - census.own[n]) : 0;
      case WITHIN -> {}
    }
    anyShed |= shed[n] > 0;
    anyPull |= pull[n] > 0;
  }

  /**
   * While a node of the zone is down, those that are back first take no more than what is theirs
   * when all are: T·w/(weight of all its nodes) + leave.
   */
  private static double zoneCap(int n, Layout layout, Census census, PlacementSettings placement) {
    int z = layout.zoneOfNode[n];
    if (z == NONE || !layout.partlyDown(z)) {
      return Double.POSITIVE_INFINITY;
    }
    double share =
        (double) census.ofZone[z] * layout.node[n].node().weight() / layout.zone[z].weight();
    return Band.of(placement.band(), share, layout.points[n]).upperLeave();
  }

  /** Whether a node may be a destination of OWNER, SHED and PULL. */
  boolean open(int n) {
    return settled[n] && !held[n];
  }
}
