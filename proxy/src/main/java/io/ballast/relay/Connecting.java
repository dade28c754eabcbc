package io.ballast.relay;

import io.ballast.cluster.Snapshot;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import java.net.InetSocketAddress;
import java.util.function.Consumer;

/**
 * How a session comes to a node: down its load-balancing list, from one local address or another,
 * until a node has taken the connection and may keep it; it is not needed after that. Belongs to
 * the session's event loop.
 */
final class Connecting {
  /** How often a session whose node is drained under it is placed anew. */
  private static final int MAX_PLACEMENTS = 4;

  private final Session session;
  private final Arrival arrival;
  private final SessionRules rules;
  private final RelayedCluster cluster;
  private final Legs legs;
  private final Consumer<CloseReason> noNode;
  private final NodeSearch search;
  private final long identifiedNanos;
  private InetSocketAddress address;
  private int placements;
  private int localsLeft;
  // When the node was or, while waiting, will be connected to.
  private long startNanos;
  private boolean waiting;
  private boolean overdue;

  /**
   * @param noNode is told when there is no node to try any more
   */
  Connecting(
      Session session,
      Arrival arrival,
      SessionRules rules,
      Legs legs,
      Consumer<CloseReason> noNode) {
    this.session = session;
    this.arrival = arrival;
    this.rules = rules;
    this.cluster = rules.cluster();
    this.legs = legs;
    this.noNode = noNode;
    this.search = new NodeSearch(cluster.counts());
    this.identifiedNanos = rules.nowNanos();
  }

  /** Places the session by a snapshot. */
  void start(Snapshot now) {
    place(now, identifiedNanos);
  }

  private void place(Snapshot now, long nowNanos) {
    placements++;
    search.start(cluster.placement().walk(now, session.set(), session.zone(), nowNanos), now);
    tryNext(nowNanos);
  }

  private void tryNext(long nowNanos) {
    if (!search.advance(session.zone())) {
      noNode.accept(search.exhausted());
      return;
    }
    session.placed(search.current().node().name(), search.current().reason());
    startNanos = cluster.pace().take(session.node(), session.reason(), nowNanos);
    if (startNanos - nowNanos > 0) {
      waiting = true;
    } else {
      connectToNode(nowNanos);
    }
  }

  private void connectToNode(long nowNanos) {
    waiting = false;
    startNanos = nowNanos;
    address = cluster.addresses().apply(search.current().node().node().address());
    if (address == null) {
      localsLeft = 0;
      failed(ConnectOutcome.UNRESOLVED);
    } else {
      localsLeft = rules.locals().attempts(address.getAddress());
      connect(nowNanos);
    }
  }

  private void connect(long nowNanos) {
    startNanos = nowNanos;
    overdue = false;
    localsLeft--;
    legs.connect(address, rules.locals().next(address.getAddress()));
  }

  /** The node that is tried did not take the connection. */
  void failed(ConnectOutcome outcome) {
    long nowNanos = rules.nowNanos();
    attempted(outcome, nowNanos);
    if (outcome == ConnectOutcome.NO_LOCAL_PORT && localsLeft > 0) {
      connect(nowNanos);
      return;
    }
    giveUp();
    if (!outcome.nodeFailed()) {
      rules.notConnectedFromHere(address, outcome);
    }
    if (outcome == ConnectOutcome.NO_DESCRIPTOR) {
      noNode.accept(CloseReason.NO_LOCAL_RESOURCES);
    } else {
      tryNext(nowNanos);
    }
  }

  /** Connects when the session's turn has come; gives a node up that does not answer in time. */
  void sweep(long nowNanos) {
    if (waiting) {
      if (nowNanos - startNanos >= 0) {
        connectToNode(nowNanos);
      }
      return;
    }
    if (!rules.connectOverdue(startNanos, nowNanos)) {
      return;
    }
    if (overdue) {
      legs.leaveNode();
      failed(ConnectOutcome.TIMED_OUT);
    } else {
      // If it was the loop that was late, the node's answer is there and read before the next
      // sweep.
      overdue = true;
    }
  }

  private void attempted(ConnectOutcome outcome, long nowNanos) {
    search.attempted(outcome);
    cluster.connects().attempted(session.node(), outcome, nowNanos - startNanos);
  }

  /**
   * The node has taken the connection. The session is registered before the cluster is read again,
   * so whoever drains the node finds the session, or the drain is found here and the session is
   * placed anew.
   *
   * @return whether the session stays on the node
   */
  boolean accepted() {
    long nowNanos = rules.nowNanos();
    attempted(ConnectOutcome.CONNECTED, nowNanos);
    session.connected(identifiedNanos, nowNanos);
    cluster.sessions().add(session);
    Snapshot now = cluster.snapshot().get();
    if (search.isOf(now)) {
      return true;
    }
    if (search.holds(now)) {
      rules.book().count(session, now.affinity().zoneOf(session.set(), session.origin()));
      return true;
    }
    cluster.sessions().remove(session);
    giveUp();
    legs.leaveNode();
    if (placements < MAX_PLACEMENTS) {
      session.zone(now.affinity().zoneOf(session.set(), session.origin()));
      place(now, nowNanos);
    } else {
      noNode.accept(CloseReason.NO_NODE);
    }
    return false;
  }

  /** What the node is sent first. */
  byte[] header() {
    return arrival.header(session);
  }

  /** The session is no longer on the node that is tried, if any. */
  void giveUp() {
    search.giveUp(session.zone());
  }
}
