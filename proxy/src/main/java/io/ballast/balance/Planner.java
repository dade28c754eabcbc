package io.ballast.balance;

import io.ballast.cluster.Snapshot;
import io.ballast.placement.Overrides;
import io.ballast.placement.PlacementSettings;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Decides which sessions move: a pure function of the table, the snapshot, what is remembered, the
 * time and a seeded random source. It asks for no clock and ends no session; what it writes are the
 * columns and the state that it is given, so that on copies of them it is a dry run. Its own fields
 * are scratch space. For use by one thread at a time.
 */
final class Planner {
  private BalanceSettings settings;
  private PlacementSettings placement;
  private final Census census = new Census();
  private final NodeGates gates = new NodeGates();
  private final Destinations destinations;
  private final Candidates candidates = new Candidates();
  private final StatusReport report = new StatusReport();

  Planner(BalanceSettings settings, PlacementSettings placement, Overrides overrides) {
    this.settings = settings;
    this.placement = placement;
    this.destinations = new Destinations(overrides);
  }

  /** Plans by other settings from the next tick on. */
  void reconfigure(BalanceSettings newSettings, PlacementSettings newPlacement) {
    settings = newSettings;
    placement = newPlacement;
  }

  /** Plans the moves of the tick that begins now. */
  Plan plan(
      SessionTable table,
      Snapshot snapshot,
      BalanceState state,
      long nowNanos,
      RandomGenerator random,
      Quietness quietness) {
    state.tick++;
    Layout layout = state.see(snapshot, table, nowNanos, settings.damping());
    state.brake.judge(nowNanos, settings.pace().brake());
    census.take(table, layout, state.flights, placement);
    gates.set(layout, census, state, settings, placement, nowNanos);
    Tick tick =
        new Tick(table, layout, state, census, gates, destinations, settings, quietness, nowNanos);
    destinations.look(tick);
    report.begin(census);
    candidates.find(tick, quota());
    List<NodeStatus> nodes = report.end(tick, candidates);
    return new Plan(Pacing.pace(tick, candidates, random), nodes, report.waiting());
  }

  /** The most sessions of a kind that a tick can move into a node. */
  private int quota() {
    PaceSettings pace = settings.pace();
    double perSecond = Math.min(pace.ratePerSecond(), pace.nodeRatePerSecond());
    return (int) Math.ceil(perSecond * pace.tick().toNanos() / Pacer.NANOS_PER_SECOND) + 1;
  }

  /**
   * Hands over the sessions on a node, each with why it is still there, as the last plan had it.
   */
  void left(SessionTable table, int node, boolean drained, Consumer<StuckSession> visitor) {
    RowColumns rows = table.rows();
    for (int row = rows.oldest; row != SessionTable.NONE; row = rows.newer.get(row)) {
      if (rows.node.get(row) == node) {
        visitor.accept(new StuckSession(rows.session.get(row), reason(rows, row, drained)));
      }
    }
  }

  private Stuck reason(RowColumns rows, int row, boolean drained) {
    if (rows.has(row, SessionTable.STAYS)) {
      return Stuck.PINNED;
    }
    boolean moving = rows.to.get(row) != SessionTable.NONE;
    if (drained && !moving && destinations.listed(row) == SessionTable.NONE) {
      return Stuck.NOWHERE_TO_GO;
    }
    return Stuck.BUSY;
  }
}
