package io.ballast.balance;

import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.Snapshot;
import io.ballast.placement.Reason;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * A dry run: the planner itself, on copies, in virtual time, with every session quiet and every set
 * back at once where it was sent. Belongs to whoever has prepared it; leaves no trace.
 */
public final class DryRun {
  private static final long MOST_NANOS = Duration.ofDays(1).toNanos();
  private static final int MOST_TICKS = 20_000;
  // With nothing moving, time goes on in longer and longer steps up to this.
  private static final long LONGEST_STEP_NANOS = Duration.ofSeconds(10).toNanos();

  private final BalanceSettings settings;
  private final Planner planner;
  private final SessionTable table;
  private final BalanceState state;
  private final RampSteps ramps = new RampSteps();
  private final long startNanos;
  private Snapshot snapshot;
  private final TreeMap<String, TreeMap<String, Integer>> flows = new TreeMap<>();

  DryRun(
      BalanceSettings settings,
      Planner planner,
      SessionTable table,
      BalanceState state,
      Snapshot snapshot,
      long startNanos) {
    this.settings = settings;
    this.planner = planner;
    this.table = table;
    this.state = state;
    this.snapshot = snapshot;
    this.startNanos = startNanos;
  }

  /** Runs until nothing is left to move. To be called once. */
  public Forecast run() {
    RandomGenerator random = new SplittableRandom(startNanos);
    long tick = settings.pace().tick().toNanos();
    long patience = settings.damping().dwell().toNanos() + 2 * LONGEST_STEP_NANOS;
    long now = startNanos;
    long lastMove = startNanos;
    long step = tick;
    int sessions = 0;
    for (int ticks = 0; ticks < MOST_TICKS && now - startNanos < MOST_NANOS; ticks++) {
      ramps.advance(snapshot, now, this::apply);
      Plan plan = planner.plan(table, snapshot, state, now, random, Quietness.ALWAYS);
      for (Move move : plan.moves()) {
        arrive(move);
        lastMove = move.dueNanos();
        sessions++;
      }
      boolean idle = plan.moves().isEmpty();
      if (idle && !plan.waiting() && snapshot.ramps().isEmpty() && now - lastMove > patience) {
        return forecast(sessions, lastMove, true);
      }
      step = idle ? Math.min(2 * step, LONGEST_STEP_NANOS) : tick;
      now += step;
    }
    return forecast(sessions, lastMove, false);
  }

  private void apply(Change change) {
    try {
      snapshot = snapshot.with(change);
    } catch (ChangeRefused refused) {
      throw new IllegalStateException("a ramp of a dry run cannot step: " + change, refused);
    }
  }

  private void arrive(Move move) {
    RowColumns rows = table.rows();
    int row = move.row();
    rows.node.set(row, table.nodes().number(move.to()));
    rows.openedNanos.set(row, move.dueNanos());
    boolean owner = rows.owner.get(row) == rows.node.get(row);
    rows.reason(row, move.viaOverride() ? Reason.OVERRIDE : owner ? Reason.OWNER : Reason.FAILOVER);
    rows.flag(row, SessionTable.FREED | SessionTable.ORDERED, false);
    flows.computeIfAbsent(move.from(), from -> new TreeMap<>()).merge(move.to(), 1, Integer::sum);
  }

  private Forecast forecast(int sessions, long lastMoveNanos, boolean complete) {
    List<Forecast.Flow> list =
        flows.entrySet().stream()
            .flatMap(
                from ->
                    from.getValue().entrySet().stream()
                        .map(to -> new Forecast.Flow(from.getKey(), to.getKey(), to.getValue())))
            .collect(Collectors.toList());
    Duration duration = Duration.ofNanos(sessions == 0 ? 0 : lastMoveNanos - startNanos);
    return new Forecast(list, sessions, duration, complete);
  }
}
