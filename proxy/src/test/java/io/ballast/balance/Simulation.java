package io.ballast.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.Cluster;
import io.ballast.cluster.Health;
import io.ballast.cluster.Origin;
import io.ballast.cluster.Precondition;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.fixture.NoEnds;
import io.ballast.placement.Candidate;
import io.ballast.placement.LiveCounts;
import io.ballast.placement.Overrides;
import io.ballast.placement.Placement;
import io.ballast.placement.PlacementSettings;
import io.ballast.session.Session;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/**
 * A discrete-event simulation: sets that come, go and come back, nodes that crash, and the very
 * cluster, ring, placement and balancer of the product, hours of virtual time in seconds.
 */
final class Simulation {
  static final long SECOND = 1_000_000_000L;
  private static final Session.Ends NO_ENDS = new NoEnds();

  private static final int ARRIVE = 0;
  private static final int CONNECT = 1;
  private static final int DEPART = 2;
  private static final int LEAVE = 3;
  private static final int CLOSED = 4;
  private static final int ADVANCE = 5;
  private static final int SCRIPT = 6;
  private static final int CHECK = 7;

  final LiveCounts counts = new LiveCounts();
  final Overrides overrides = new Overrides();
  final Cluster cluster;
  final Balancer balancer;
  final MoveLog log;
  final SimulationSettings settings;
  private final Placement placement;
  private final Placement unbound;
  private final SplittableRandom random;
  private final EventHeap events = new EventHeap();
  private final List<SimulatedClient> clients = new ArrayList<>();
  private final List<Runnable> scripts = new ArrayList<>();
  private final Set<String> refusing = new HashSet<>();
  private final Set<String> hanging = new HashSet<>();
  private long now;
  private int live;
  private boolean loading;

  Simulation(Snapshot start, SimulationSettings settings, long seed) {
    this.settings = settings;
    random = new SplittableRandom(seed);
    cluster = new Cluster(start, Runnable::run, ChangeLog.NONE);
    placement = new Placement(settings.placement(), counts, overrides);
    PlacementSettings bounds = settings.placement();
    unbound =
        new Placement(
            new PlacementSettings(false, bounds.attempts(), bounds.band()), counts, overrides);
    log = new MoveLog(this, settings.balance().pace());
    balancer =
        new Balancer(
            settings.balance(),
            settings.placement(),
            cluster,
            counts,
            overrides,
            (session, to, quiet, patience) -> moved(session),
            log,
            random.split());
    events.add(0, ADVANCE, 0);
    events.add(60 * SECOND, CHECK, 0);
    if (settings.arrivalsPerSecond() > 0) {
      events.add(nanos(settings.nextArrival(random)), ARRIVE, 0);
    }
  }

  long now() {
    return now;
  }

  Snapshot snapshot() {
    return cluster.snapshot();
  }

  static long nanos(double seconds) {
    return (long) (seconds * 1e9);
  }

  /** Connects a set now, for what is left of a lifetime. */
  void connect(SetId set) {
    SimulatedClient client = new SimulatedClient(set);
    clients.add(client);
    int number = clients.size() - 1;
    double left = settings.lifetimes().left(settings.meanSeconds(), random);
    events.add(now + nanos(left), DEPART, number);
    connect(number);
  }

  /** Connects that many sets with random names now, each where the ring alone names. */
  void load(int sets) {
    loading = true;
    for (int i = 0; i < sets; i++) {
      connect(newSet());
    }
    loading = false;
  }

  /** A set that has come before. */
  SetId anySet() {
    return clients.get(random.nextInt(clients.size())).set;
  }

  SetId newSet() {
    return SetId.of(
        settings.prefix(random) + Long.toHexString(random.nextLong()) + "-" + clients.size());
  }

  /** Runs something at a time, in seconds from now. */
  void in(double seconds, Runnable script) {
    scripts.add(script);
    events.add(now + nanos(seconds), SCRIPT, scripts.size() - 1);
  }

  /** Makes a change now. */
  void change(Change change) {
    cluster.submit(change, Precondition.NONE).toCompletableFuture().join();
  }

  /** Configures a set for a zone, as an operator does, and counts its session there. */
  void setZone(SetId set, String zone) {
    change(new Change.SetZone(set, zone));
    for (Session session : sessions()) {
      if (session.set().equals(set)) {
        counts.rezone(session.node(), session.zone(), zone);
        session.zone(zone);
        balancer.rezoned(session, zone, true, now);
      }
    }
  }

  /** Runs on for that long. */
  void run(double seconds) {
    long end = now + nanos(seconds);
    while (!events.isEmpty() && events.firstTime() <= end) {
      now = events.firstTime();
      int kind = events.firstKind();
      int number = events.firstNumber();
      events.poll();
      step(kind, number);
    }
    now = end;
  }

  /** Runs on second by second until it holds; returns the seconds that took, or fails. */
  double runUntil(double mostSeconds, Predicate<Simulation> condition) {
    for (double ran = 0; ran <= mostSeconds; ran += 0.5) {
      if (condition.test(this)) {
        return ran;
      }
      run(0.5);
    }
    return Double.POSITIVE_INFINITY;
  }

  private void step(int kind, int number) {
    switch (kind) {
      case ARRIVE -> {
        boolean sibling = random.nextDouble() < settings.siblings();
        clients.add(new SimulatedClient(sibling ? anySet() : newSet()));
        double lifetime = settings.lifetimes().draw(settings.meanSeconds(), random);
        events.add(now + nanos(lifetime), DEPART, clients.size() - 1);
        connect(clients.size() - 1);
        events.add(now + nanos(settings.nextArrival(random)), ARRIVE, 0);
      }
      case CONNECT -> connect(number);
      case DEPART -> depart(number);
      case LEAVE -> leave(number);
      case CLOSED -> closed(clients.get(number));
      case ADVANCE -> events.add(balancer.advance(now, now / 1_000_000), ADVANCE, 0);
      case SCRIPT -> scripts.get(number).run();
      case CHECK -> {
        check();
        events.add(now + 60 * SECOND, CHECK, 0);
      }
      default -> throw new AssertionError(kind);
    }
  }

  private void connect(int number) {
    SimulatedClient client = clients.get(number);
    if (client.gone || client.session != null) {
      return;
    }
    Origin origin = settings.origin();
    String zone = snapshot().affinity().zoneOf(client.set, origin);
    Placement by = loading ? unbound : placement;
    for (Candidate candidate : by.list(snapshot(), client.set, zone, now)) {
      String node = candidate.node().name();
      if (hanging.contains(node) && !node.equals(client.avoid)) {
        client.avoid = node;
        events.add(now + 2 * SECOND, CONNECT, number);
        return;
      }
      if (hanging.contains(node) || refusing.contains(node)) {
        continue;
      }
      client.avoid = null;
      counts.open(node, zone, 0);
      Session session = new Session(number, "c", origin, client.set, true, zone, now, NO_ENDS);
      session.placed(node, candidate.reason());
      client.session = session;
      live++;
      balancer.opened(session, true, now);
      return;
    }
    client.avoid = null;
    events.add(now + SECOND, CONNECT, number);
  }

  private void depart(int number) {
    SimulatedClient client = clients.get(number);
    client.gone = true;
    if (client.session != null) {
      end(client.session);
      client.session = null;
    }
  }

  private void end(Session session) {
    counts.close(session.node(), session.zone());
    live--;
    balancer.closed(session, now);
  }

  /** The balancer asks a session to end: it does so gently, and its set comes back. */
  private void moved(Session session) {
    int number = (int) session.id();
    SimulatedClient client = clients.get(number);
    assertThat(client.session).as("a session is moved once").isSameAs(session);
    double gentle = hanging.contains(session.node()) ? 5 : 0.02;
    client.leaving = session;
    events.add(now + nanos(gentle), LEAVE, number);
  }

  /** The client sees the end of its connection; the old session may linger for a while. */
  private void leave(int number) {
    SimulatedClient client = clients.get(number);
    if (client.leaving == null || client.session != client.leaving) {
      client.leaving = null;
      return;
    }
    Session left = client.session;
    client.session = null;
    client.leaving = null;
    if (random.nextDouble() < settings.lingering()) {
      SimulatedClient shell = new SimulatedClient(client.set);
      shell.session = left;
      clients.add(shell);
      events.add(now + 5 * SECOND, CLOSED, clients.size() - 1);
    } else {
      end(left);
    }
    comeBack(number);
  }

  private void closed(SimulatedClient shell) {
    end(shell.session);
    shell.session = null;
  }

  private void comeBack(int number) {
    if (random.nextDouble() < settings.neverBack()) {
      clients.get(number).gone = true;
      return;
    }
    events.add(now + nanos(Lifetimes.returnDelay(random)), CONNECT, number);
  }

  /** A node crashes now, its checks find out, and it is back later. */
  void crash(String node, boolean hangs, double downSeconds) {
    (hangs ? hanging : refusing).add(node);
    if (!hangs) {
      for (int number = 0; number < clients.size(); number++) {
        Session session = clients.get(number).session;
        if (session != null && session.node().equals(node)) {
          clients.get(number).session = null;
          clients.get(number).leaving = null;
          end(session);
          comeBack(number);
        }
      }
    }
    in(Math.min(6, downSeconds), () -> cluster.setHealth(node, Health.DOWN));
    in(
        downSeconds,
        () -> {
          hanging.remove(node);
          refusing.remove(node);
        });
    in(downSeconds + 4, () -> cluster.setHealth(node, Health.UP));
  }

  /** Sessions counted once, by balancing, placement and here alike. */
  void check() {
    Map<String, Integer> onNode = new HashMap<>();
    int sessions = 0;
    for (SimulatedClient client : clients) {
      if (client.session != null) {
        sessions++;
        onNode.merge(client.session.node(), 1, Integer::sum);
      }
    }
    assertThat(live).isEqualTo(sessions);
    assertThat(counts.all()).isEqualTo(sessions);
    for (NodeStatus node : balancer.status()) {
      assertThat(node.have()).isNotNegative();
      assertThat(counts.live(node.node()))
          .as("live on %s", node.node())
          .isEqualTo(onNode.getOrDefault(node.node(), 0));
    }
    assertThat(balancer.sessions()).isEqualTo(sessions);
  }

  /** The live sessions, for a look from outside. */
  List<Session> sessions() {
    return clients.stream().map(client -> client.session).filter(s -> s != null).toList();
  }

  int live(String node) {
    return counts.live(node);
  }
}
