package io.ballast.balance;

import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.Cluster;
import io.ballast.cluster.Node;
import io.ballast.cluster.Precondition;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.placement.LiveCounts;
import io.ballast.placement.Overrides;
import io.ballast.placement.PlacementSettings;
import io.ballast.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Balances one cluster: is fed with the sessions that open and close, plans once a tick, asks each
 * session to end when its move is due, and takes the further steps of ramps.
 *
 * <p>Owned by the control thread, but for {@link #status()} and {@link #underWay()}, which any
 * thread may call. It has no timer: {@link #advance} says when it wants to be called next, and may
 * be called at any time before or after.
 */
public final class Balancer {
  // Placement looks at an override's time anyway; this only makes room in the table.
  private static final int TICKS_TO_EXPIRY = 16;

  private BalanceSettings settings;
  private PlacementSettings placement;
  private final Cluster cluster;
  private final Overrides overrides;
  private final RandomGenerator random;
  private final BalanceObserver observer;
  private final SessionTable table = new SessionTable();
  private final BalanceState state;
  private final Planner planner;
  private final MoveExecution execution;
  private final RampSteps ramps = new RampSteps();
  private final DrainDeadlines deadlines = new DrainDeadlines();
  private volatile List<NodeStatus> status = List.of();
  private boolean started;
  private long nextTickNanos;

  /**
   * @param cluster the cluster, whose snapshots are read at each tick and which takes ramps' steps
   * @param counts the live counts that placement reads; moves under way are counted there
   * @param overrides where sets are sent; what a rule needs is written there
   * @param mover takes sessions off their nodes
   * @param observer is told what happens
   * @param random the source of the moves' random times
   */
  public Balancer(
      BalanceSettings settings,
      PlacementSettings placement,
      Cluster cluster,
      LiveCounts counts,
      Overrides overrides,
      Mover mover,
      BalanceObserver observer,
      RandomGenerator random) {
    this.settings = settings;
    this.placement = placement;
    this.cluster = cluster;
    this.overrides = overrides;
    this.random = random;
    this.observer = observer;
    this.state = new BalanceState(settings);
    this.planner = new Planner(settings, placement, overrides);
    this.execution = new MoveExecution(settings, table, state, counts, overrides, mover, observer);
  }

  /**
   * Does what is due: a tick, moves whose time has come, returns that have not happened, steps of
   * ramps, deadlines. What is late is done now, and not made up for.
   *
   * @param nowNanos on the clock of the sessions' times
   * @param wallMillis on the clock of deadlines
   * @return when it wants to be called again at the latest
   */
  public long advance(long nowNanos, long wallMillis) {
    execution.expire(nowNanos);
    execution.run(nowNanos, cluster.snapshot());
    long ramp =
        ramps.advance(
            cluster.snapshot(),
            nowNanos,
            change -> cluster.submit(change, Precondition.NONE).exceptionally(refused -> null));
    if (!started || nextTickNanos - nowNanos <= 0) {
      boolean onTime = started && nowNanos - nextTickNanos < settings.pace().tick().toNanos();
      nextTickNanos = (onTime ? nextTickNanos : nowNanos) + settings.pace().tick().toNanos();
      started = true;
      tick(nowNanos, wallMillis);
    }
    return Math.min(Math.min(nextTickNanos, ramp), execution.nextDueNanos());
  }

  private void tick(long nowNanos, long wallMillis) {
    long began = System.nanoTime();
    boolean braked = state.brake.on();
    Plan plan =
        planner.plan(table, cluster.snapshot(), state, nowNanos, random, Session::quietSinceNanos);
    status = plan.nodes();
    execution.accept(plan.moves());
    state.coolDowns.expire(nowNanos);
    if (state.tick % TICKS_TO_EXPIRY == 0) {
      overrides.expire(nowNanos);
    }
    if (state.brake.on() != braked) {
      observer.braking(state.brake.on());
    }
    deadlines
        .passed(cluster.snapshot(), wallMillis)
        .forEach(node -> observer.deadlinePassed(node, left(node)));
    observer.ticked(plan.moves().size(), System.nanoTime() - began);
  }

  /**
   * A session is live on its node. It may be the return of a set that was moved.
   *
   * @param movable false if the session's listener moves nothing: it counts as pinned
   */
  public void opened(Session session, boolean movable, long nowNanos) {
    int row = table.open(session);
    if (row == SessionTable.NONE) {
      return;
    }
    RowColumns rows = table.rows();
    Layout layout = numbered(nowNanos);
    rows.flag(row, SessionTable.UNMOVABLE, !movable);
    rows.owner.set(row, layout.owner(rows.zone.get(row), rows.hash.get(row)));
    Rows.setPin(table, row, layout.snapshot());
    execution.landed(session, rows.node.get(row), nowNanos);
  }

  /**
   * Goes on with other settings; what is remembered of nodes and sets stays.
   *
   * @param movable whether a session's listener lets its sessions be moved
   */
  public void reconfigure(
      BalanceSettings newSettings, PlacementSettings newPlacement, Predicate<Session> movable) {
    settings = newSettings;
    placement = newPlacement;
    planner.reconfigure(newSettings, newPlacement);
    execution.reconfigure(newSettings);
    state.coolDowns.duration(newSettings.damping().coolDown());
    Rows.setMovable(table.rows(), movable);
  }

  /** A session that was opened has ended, for whatever reason. */
  public void closed(Session session, long nowNanos) {
    execution.closed(session, nowNanos);
    table.close(session);
  }

  /**
   * The set of a live session is configured for another zone.
   *
   * @param byOperator whether that was asked for set by set; residency and cool-down then do not
   *     delay the session's move
   */
  public void rezoned(Session session, String zone, boolean byOperator, long nowNanos) {
    if (!table.rezone(session, zone)) {
      return;
    }
    int row = table.row(session);
    Rows.rezoned(table.rows(), row, byOperator, numbered(nowNanos));
  }

  /** The layout that the last tick has seen, made anew if the table has numbers that it lacks. */
  private Layout numbered(long nowNanos) {
    Layout layout = state.layout();
    boolean known =
        layout != null
            && table.nodes().size() <= layout.node.length
            && table.zones().size() <= layout.zone.length;
    if (known) {
      return layout;
    }
    state.forgetLayout();
    return state.see(cluster.snapshot(), table, nowNanos, settings.damping());
  }

  /**
   * Orders the sessions of a set to a node, or each to any other than its own. Residency, cool-down
   * and dwell do not delay that; the rate does. A pinned set stays where it is.
   *
   * @param node the node, or none; until it is eligible the sessions stay where they are
   * @return how many sessions will move; none if the cluster has no such node
   */
  public int move(SetId set, Optional<String> node) {
    if (node.isPresent() && cluster.snapshot().node(node.get()).isEmpty()) {
      return 0;
    }
    int to = node.map(table.nodes()::number).orElse(SessionTable.NONE);
    RowColumns rows = table.rows();
    int ordered = 0;
    for (int row = table.newest(set); row != SessionTable.NONE; row = rows.olderOfSet.get(row)) {
      if (rows.node.get(row) != to
          && rows.to.get(row) == SessionTable.NONE
          && !rows.has(row, SessionTable.STAYS)) {
        Rows.order(rows, row, to);
        ordered++;
      }
    }
    return ordered;
  }

  /**
   * Ends holds, rests and dwells: nodes outside of their bands are seen to in the next tick. A node
   * that settles goes on settling.
   */
  public void rebalanceNow(long nowNanos) {
    for (String node : cluster.snapshot().nodes().stream().map(n -> n.name()).toList()) {
      NodeMemory memory = state.of(node);
      if (memory != null) {
        memory.hold.end();
        memory.watch.hurry(nowNanos, settings.damping().dwell().toNanos());
      }
    }
  }

  /** What the last tick found out about each node, by name. From any thread. */
  public List<NodeStatus> status() {
    return status;
  }

  /** How many live sessions it knows of. */
  public int sessions() {
    return table.size();
  }

  /** How many moves have begun and have not come to an end. From any thread. */
  public int underWay() {
    return state.flights.underWay();
  }

  /** The sessions on a node, each with why it is still there. */
  public List<StuckSession> left(String node) {
    List<StuckSession> left = new ArrayList<>();
    Optional<Node> there = cluster.snapshot().node(node).map(n -> n.node());
    boolean drained = there.isEmpty() || there.get().weight() == 0;
    int number = table.nodes().find(node);
    if (state.layout() != null && number != SessionTable.NONE) {
      planner.left(table, number, drained, left::add);
    }
    return left;
  }

  /**
   * Prepares a dry run of a change: what would move, from where to where, and how long that takes.
   * The copies that it works on are made here; it may be run on any thread.
   *
   * @throws ChangeRefused if the change cannot be made
   */
  public DryRun plan(Change change, long nowNanos) throws ChangeRefused {
    Snapshot changed = cluster.snapshot().with(change);
    Layout layout = numbered(nowNanos);
    SessionTable copy = table.forDryRun();
    if (change instanceof Change.SetZone edit) {
      Rows.rezone(copy, table.newest(edit.set()), edit.zone(), layout);
    }
    return dryRun(settings, placement, copy, changed, nowNanos);
  }

  /**
   * Prepares a dry run of an edited configuration, as {@link #reconfigure} would follow it.
   *
   * @throws ChangeRefused if the change cannot be made
   */
  public DryRun plan(
      Change.Reconfigure change,
      BalanceSettings newSettings,
      PlacementSettings newPlacement,
      Predicate<Session> movable,
      long nowNanos)
      throws ChangeRefused {
    Snapshot now = cluster.snapshot();
    Snapshot changed = now.with(change);
    Layout layout = numbered(nowNanos);
    SessionTable copy = table.forDryRun();
    Rows.rezone(copy, now.affinity(), changed.affinity(), layout);
    Rows.setMovable(copy.rows(), movable);
    return dryRun(newSettings, newPlacement, copy, changed, nowNanos);
  }

  private DryRun dryRun(
      BalanceSettings with,
      PlacementSettings withPlacement,
      SessionTable copy,
      Snapshot changed,
      long nowNanos) {
    return new DryRun(
        with,
        new Planner(with, withPlacement, overrides),
        copy,
        state.forDryRun(),
        changed,
        nowNanos);
  }
}
