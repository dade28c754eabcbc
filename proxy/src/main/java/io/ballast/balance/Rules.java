package io.ballast.balance;

import io.ballast.placement.Reason;

/**
 * The rules, a method each: whether one applies to a session, and where it would take it. The
 * answer is the number of a node, or one of the constants. Owned by the control thread.
 */
final class Rules {
  /** The rule does not apply. */
  static final int NONE = SessionTable.NONE;

  /** It applies, but the list names no other node. */
  static final int NOWHERE = -2;

  /** It applies, but the session is too young or its set was moved a short while ago. */
  static final int COOLING = -3;

  /** It applies, but the node that it would go to, or is on, is held or settling. */
  static final int PAUSED = -4;

  /** SHED or PULL would move it, but not yet: see {@link #waitNanos()}. */
  static final int LATER = -5;

  private Tick tick;
  private RowColumns rows;
  private boolean viaOverride;
  private long waitNanos;

  /** Looks at another tick. */
  void look(Tick newTick) {
    tick = newTick;
    rows = newTick.table().rows();
  }

  /** Whether the destination of the last answer has to be brought about by an override. */
  boolean viaOverride() {
    return viaOverride;
  }

  /** After {@link #LATER}: how long residency and cool-down go on. */
  long waitNanos() {
    return waitNanos;
  }

  /**
   * OPERATOR: a session goes to the node that an operator has named, or to any other; residency,
   * cool-down and dwell do not delay it.
   */
  int operator(int row) {
    viaOverride = false;
    int ordered = rows.orderedTo.get(row);
    boolean gone = ordered != NONE && tick.layout().node[ordered] == null;
    boolean done = ordered == rows.node.get(row) || gone;
    if (done
        || rows.has(row, SessionTable.UNMOVABLE)
        || (ordered == NONE && rows.has(row, SessionTable.PINNED))) {
      rows.flag(row, SessionTable.ORDERED, false);
      return NONE;
    }
    int to = ordered == NONE ? tick.destinations().other(row) : ordered;
    if (to == NONE || !tick.destinations().mayTake(to)) {
      return NOWHERE;
    }
    viaOverride = mayOverride(row) && !rows.has(row, SessionTable.PINNED);
    return to;
  }

  /** DRAIN: all sessions leave a node of weight 0; only a pin or the lack of a node keeps one. */
  int drain(int row) {
    return forced(row);
  }

  /** DOWN: sessions leave a node that turned unhealthy while another of their list is healthy. */
  int down(int row) {
    return tick.settings().onDown() == OnDown.MOVE ? forced(row) : NONE;
  }

  /** A settled node is preferred to one that has just come back; that is better than none. */
  private int forced(int row) {
    viaOverride = false;
    int to = tick.destinations().listed(row);
    if (to == NONE) {
      return NOWHERE;
    }
    if (!tick.gates().settled[to] && mayOverride(row)) {
      int settled = tick.destinations().settledInstead(row);
      viaOverride = settled != NONE;
      return settled == NONE ? to : settled;
    }
    return to;
  }

  /**
   * ZONE: a session on a node outside of its set's zone comes home when that zone has an eligible
   * node. One that is back after an outage has to settle, and while another is still down takes no
   * more than it will have in the end.
   */
  int zone(int row) {
    viaOverride = false;
    Layout layout = tick.layout();
    int home = layout.home[rows.zone.get(row)];
    if (!layout.zone[home].eligible()) {
      return NONE;
    }
    if (young(row)) {
      return COOLING;
    }
    int to = tick.destinations().listed(row);
    if (to == NONE || layout.zoneOfNode[to] != home) {
      return NOWHERE;
    }
    if (!tick.gates().settled[to] || tick.census().own[to] + 1 > tick.gates().zoneCap[to]) {
      return PAUSED;
    }
    return cooling(row, to) ? COOLING : to;
  }

  /**
   * OWNER: a session that was placed on its owner follows when the ring names another, whatever the
   * bands say, if its list starts with that one. So a weight moves exactly the keys of the points
   * that it gains or gives up. Health never causes it, since it does not change a ring.
   */
  int owner(int row) {
    viaOverride = false;
    if (!rows.disowned(row) || !rows.has(row, SessionTable.AFFINE)) {
      return NONE;
    }
    int to = rows.owner.get(row);
    NodeGates gates = tick.gates();
    if (!tick.layout().eligible[to]) {
      return NONE;
    }
    if (!gates.open(to) || gates.held[rows.node.get(row)]) {
      return PAUSED;
    }
    if (young(row) || cooling(row, to)) {
      return COOLING;
    }
    return tick.destinations().listed(row) == to ? to : NONE;
  }

  /**
   * PULL: a node that has been below its band for the dwell, and has settled, fetches the sessions
   * whose owner it is, and no others, from nodes that can spare them. It stops at its leave line. A
   * hold does not keep it from fetching what failed over while it was down.
   */
  int pull(int row) {
    int to = rows.owner.get(row);
    int from = rows.node.get(row);
    NodeGates gates = tick.gates();
    if (to == NONE || to == from || gates.pull[to] <= 0 || !rows.has(row, SessionTable.AFFINE)) {
      return NONE;
    }
    Census census = tick.census();
    boolean spared = census.own[from] > census.band[from].lowerLeave();
    boolean held = gates.held[to] || gates.held[from];
    if (!spared
        || (held && rows.reason(row) != Reason.FAILOVER)
        || !tick.destinations().mayTake(to)) {
      return NONE;
    }
    viaOverride = false;
    return young(row) || cooling(row, to) ? later(row) : to;
  }

  /**
   * SHED: a node that has been above its band for the dwell gives up sessions down to its leave
   * line, each to the next node in its ring order that is below its own; visitors first. It waits
   * while OWNER moves or a ramp run in the zone.
   */
  int shed(int row, boolean visitors) {
    int from = rows.node.get(row);
    NodeGates gates = tick.gates();
    Layout layout = tick.layout();
    int home = layout.home[rows.zone.get(row)];
    if (gates.shed[from] <= 0
        || gates.held[from]
        || gates.zoneBusy[home]
        || layout.zoneOfNode[from] != home
        || rows.visitor(row) != visitors) {
      return NONE;
    }
    if (young(row)) {
      return later(row);
    }
    boolean affine = rows.has(row, SessionTable.AFFINE);
    viaOverride = mayOverride(row);
    int to =
        viaOverride || !affine
            ? tick.destinations().belowLeaveLine(row)
            : tick.destinations().listed(row);
    if (to == NONE || to == from || !gates.open(to)) {
      return NONE;
    }
    return cooling(row, to) ? later(row) : to;
  }

  private int later(int row) {
    long residency = tick.settings().damping().residency().toNanos();
    long age = tick.now() - rows.openedNanos.get(row);
    long coolDown = tick.state().coolDowns.leftNanos(rows.session.get(row).set(), tick.now());
    waitNanos = Math.max(residency - age, coolDown);
    return LATER;
  }

  private boolean mayOverride(int row) {
    return rows.has(row, SessionTable.AFFINE) && !crowd(row);
  }

  private boolean crowd(int row) {
    return tick.table().setSize(row) > tick.settings().damping().crowd();
  }

  /** Residency: whether a session is too young for a voluntary rule. */
  private boolean young(int row) {
    long age = tick.now() - rows.openedNanos.get(row);
    return age < tick.settings().damping().residency().toNanos()
        && !rows.has(row, SessionTable.FREED);
  }

  /** Cool-down: whether the session's set was moved by a voluntary rule a short while ago. */
  boolean cooling(int row, int to) {
    if (rows.has(row, SessionTable.FREED) || !rows.has(row, SessionTable.AFFINE)) {
      return false;
    }
    Roster nodes = tick.table().nodes();
    return tick.state()
        .coolDowns
        .cooling(
            rows.session.get(row).set(),
            crowd(row),
            nodes.name(rows.node.get(row)),
            nodes.name(to),
            rows.openedNanos.get(row),
            tick.now());
  }
}
