package io.ballast.balance;

import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.Cluster;
import io.ballast.cluster.Health;
import io.ballast.cluster.Origin;
import io.ballast.cluster.Precondition;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.fixture.NoEnds;
import io.ballast.placement.LiveCounts;
import io.ballast.placement.Overrides;
import io.ballast.placement.PlacementSettings;
import io.ballast.placement.Reason;
import io.ballast.session.Session;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A balancer on virtual time whose sessions are put where a test wants them. A moved session stays
 * until the test closes it.
 */
final class Tabletop implements BalanceObserver {
  static final long SECOND = 1_000_000_000L;
  private static final Session.Ends NO_ENDS = new NoEnds();

  /** What the balancer has asked for. */
  record Asked(Session session, String from, String to, Rule rule) {}

  final Cluster cluster;
  final LiveCounts counts = new LiveCounts();
  final Overrides overrides = new Overrides();
  final Balancer balancer;
  final List<Asked> asked = new ArrayList<>();
  final List<Long> patience = new ArrayList<>();
  final List<Outcome> outcomes = new ArrayList<>();
  final List<String> deadlines = new ArrayList<>();
  boolean braking;
  boolean affine = true;
  private long nextId;
  private long now;

  Tabletop(Snapshot start) {
    this(start, BalanceSettings.DEFAULT);
  }

  Tabletop(Snapshot start, BalanceSettings settings) {
    cluster = new Cluster(start, Runnable::run, ChangeLog.NONE);
    balancer =
        new Balancer(
            settings,
            PlacementSettings.DEFAULT,
            cluster,
            counts,
            overrides,
            (session, to, quiet, patient) -> patience.add(patient),
            this,
            new SplittableRandom(1));
  }

  long now() {
    return now;
  }

  /** Opens a session now. */
  Session open(String set, String node, Reason reason) {
    return open(SetId.of(set), node, reason, "default");
  }

  Session open(SetId set, String node, Reason reason, String zone) {
    Session session =
        new Session(
            nextId++,
            "c",
            new Origin("sets", new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)),
            set,
            affine,
            zone,
            now,
            NO_ENDS);
    session.placed(node, reason);
    counts.open(node, zone, 0);
    balancer.opened(session, true, now);
    return session;
  }

  /** Opens that many sessions of sets that the node owns by the present ring. */
  List<Session> openOwned(String node, int sessions) {
    List<Session> opened = new ArrayList<>();
    var ring = cluster.snapshot().defaultZone().ring();
    for (int i = 0; opened.size() < sessions; i++) {
      SetId set = SetId.of("of-" + node + "-" + i);
      if (ring.name(ring.owner(set.ringHash())).equals(node)) {
        opened.add(open(set, node, Reason.OWNER, "default"));
      }
    }
    return opened;
  }

  /** Lets time pass during which a session is never quiet. */
  void passBusy(Session session, int seconds) {
    for (int half = 0; half < 2 * seconds; half++) {
      session.carried(session.bytesFromClient() + 1, 0, now);
      pass(0.5);
    }
  }

  void close(Session session) {
    counts.close(session.node(), session.zone());
    balancer.closed(session, now);
  }

  /** Lets time pass. */
  void pass(double seconds) {
    long end = now + (long) (seconds * SECOND);
    long next = balancer.advance(now, now / 1_000_000);
    while (next <= end) {
      now = next;
      next = balancer.advance(now, now / 1_000_000);
    }
    now = end;
  }

  void weight(String node, int weight) {
    change(new Change.SetWeight(node, weight));
  }

  void change(Change change) {
    cluster.submit(change, Precondition.NONE).toCompletableFuture().join();
  }

  void health(String node, Health health) {
    cluster.setHealth(node, health);
  }

  NodeStatus status(String node) {
    return balancer.status().stream().filter(s -> s.node().equals(node)).findFirst().orElseThrow();
  }

  List<Session> askedBy(Rule rule) {
    return asked.stream().filter(a -> a.rule() == rule).map(Asked::session).toList();
  }

  @Override
  public void moving(Session session, String from, String to, Rule rule, boolean pingPong) {
    asked.add(new Asked(session, from, to, rule));
  }

  @Override
  public void moved(String from, String to, Rule rule, Outcome outcome) {
    outcomes.add(outcome);
  }

  @Override
  public void braking(boolean on) {
    braking = on;
  }

  @Override
  public void deadlinePassed(String node, List<StuckSession> left) {
    left.forEach(stuck -> deadlines.add(node + " " + stuck.reason().word()));
  }
}
