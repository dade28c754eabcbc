package io.ballast;

import io.ballast.balance.Balancer;
import io.ballast.balance.Forecast;
import io.ballast.balance.NodeStatus;
import io.ballast.balance.StuckSession;
import io.ballast.cluster.Applied;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.Cluster;
import io.ballast.cluster.Network;
import io.ballast.cluster.NodeAddresses;
import io.ballast.cluster.Origin;
import io.ballast.cluster.Precondition;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.ZoneState;
import io.ballast.health.HealthChecks;
import io.ballast.health.TcpProbe;
import io.ballast.placement.Candidate;
import io.ballast.placement.LiveCounts;
import io.ballast.placement.Overrides;
import io.ballast.placement.Placement;
import io.ballast.relay.ConnectObserver;
import io.ballast.relay.ConnectOutcome;
import io.ballast.relay.ConnectPace;
import io.ballast.relay.RelayLoops;
import io.ballast.relay.RelayedCluster;
import io.ballast.session.CloseReason;
import io.ballast.session.LiveSessions;
import io.ballast.session.Session;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * A cluster of a running proxy: what operators and embedders see of it, and how they change it.
 * Every method may be called from any thread.
 */
public final class RunningCluster {
  private static final InetSocketAddress NOWHERE = new InetSocketAddress(0);

  private final ClusterPolicy policy;
  private final Cluster cluster;
  private final LiveCounts counts = new LiveCounts();
  private final LiveSessions sessions = new LiveSessions();
  private final Overrides overrides = new Overrides();
  private final Placement placement;
  private final NodeRemoval removal;
  private final ConnectPace pace;
  private final NodeAddresses addresses;
  private final HealthChecks health;
  private final Balancing balancing;
  private final ProxyObserver observer;

  RunningCluster(
      ClusterPolicy policy,
      Cluster cluster,
      ControlThread control,
      RelayLoops loops,
      Predicate<Session> movable,
      ProxyObserver observer) {
    this.policy = policy;
    this.cluster = cluster;
    this.placement = new Placement(policy.placement(), counts, overrides);
    this.removal = new NodeRemoval(cluster, counts, sessions, control);
    this.pace = new ConnectPace(policy.connect().failoverRatePerSecond());
    this.addresses = new NodeAddresses(cluster, policy.resolve());
    this.observer = observer;
    this.health =
        new HealthChecks(
            cluster,
            policy.health(),
            new TcpProbe(
                loops.group(), loops::newChannel, policy.health().timeout(), addresses::resolved),
            control.scheduler(),
            new SplittableRandom(),
            observer.health(name()));
    Balancer balancer =
        new Balancer(
            policy.balance(),
            policy.placement(),
            cluster,
            counts,
            overrides,
            RunningCluster::reconnect,
            new BalanceLog(name(), observer.balance(name())),
            new SplittableRandom());
    this.balancing = new Balancing(balancer, control, movable);
    cluster.observe(this::rezone);
    cluster.observe(observer.snapshots(name()));
    balancing.start();
  }

  /** Moves a session by ending it gently, so that its set comes back. */
  private static void reconnect(Session session, String to, long quietNanos, long patienceNanos) {
    session.ends().closeGently(CloseReason.MOVED, quietNanos, patienceNanos);
  }

  /** What the listeners in front of the cluster need of it. */
  RelayedCluster relayed() {
    ConnectObserver others = observer.connects(name());
    ConnectObserver connects =
        (node, outcome, nanos) -> {
          if (outcome.nodeFailed()) {
            health.connectFailed(node, outcome.word());
          } else if (outcome == ConnectOutcome.CONNECTED) {
            health.connected(node);
          }
          others.attempted(node, outcome, nanos);
        };
    return new RelayedCluster(
        cluster::snapshot,
        placement,
        counts,
        sessions,
        addresses::resolved,
        policy.connect(),
        new SessionFanout(balancing.feed(), observer.sessions(name())),
        connects,
        pace);
  }

  void stop() {
    balancing.stop();
    health.close();
    addresses.close();
  }

  /** The cluster's name. */
  public String name() {
    return policy.cluster().name();
  }

  /** How the cluster was configured. */
  public ClusterPolicy policy() {
    return policy;
  }

  /** The cluster as it is now. */
  public Snapshot snapshot() {
    return cluster.snapshot();
  }

  /** Its live sessions. */
  public LiveSessions sessions() {
    return sessions;
  }

  /** How many sessions are live, by node and zone. */
  public LiveCounts counts() {
    return counts;
  }

  /**
   * The zone that a set is configured for, as far as it can be told without a connection: by its
   * own entry, by a live session of it, or by the rules, for which an identity that is an address
   * counts as the source.
   */
  public String zoneOf(SetId set) {
    Snapshot now = snapshot();
    String own = now.affinity().sets().get(set);
    if (own != null) {
      return own;
    }
    String[] live = new String[1];
    sessions.forEachOf(set, session -> live[0] = session.zone());
    if (live[0] != null) {
      return live[0];
    }
    String address = set.text().split("/", 2)[0]; // a network counts as its first address
    InetSocketAddress source =
        Network.address(address).map(a -> new InetSocketAddress(a, 0)).orElse(NOWHERE);
    return now.affinity().zoneOf(set, new Origin("", source));
  }

  /** Exactly what the next connection of the set would try, in order. */
  public List<Candidate> list(SetId set) {
    return placement.list(snapshot(), set, zoneOf(set), System.nanoTime());
  }

  /**
   * The node that the weights alone name for the set: of its zone's ring, else of its backup's,
   * else of the default zone's.
   */
  public Optional<String> lookup(SetId set) {
    Snapshot now = snapshot();
    for (ZoneState zone : now.chain(now.zoneOrDefault(zoneOf(set)))) {
      int owner = zone.ring().owner(set.ringHash());
      if (owner >= 0) {
        return Optional.of(zone.ring().name(owner));
      }
    }
    return Optional.empty();
  }

  /**
   * Asks for a change. A {@link Change.RemoveNode} is refused while sessions are on the node; see
   * {@link #removeNode}.
   *
   * @return completes when the change is durable and in place, or exceptionally with a {@link
   *     ChangeRefused}
   */
  public CompletionStage<Applied> submit(Change change) {
    return submit(change, Precondition.NONE);
  }

  /** Asks for a change that is only made if the precondition holds just before it. */
  public CompletionStage<Applied> submit(Change change, Precondition precondition) {
    if (change instanceof Change.RemoveNode remove) {
      return cluster.submit(
          change,
          current -> {
            precondition.check(current);
            removal.requireEmpty(remove.name());
          });
    }
    return cluster.submit(change, precondition);
  }

  /**
   * Removes a node whose sessions are first ended gently: its weight becomes 0, its sessions are
   * closed, and when the last has ended the node goes.
   *
   * @return completes when the node is gone
   */
  public CompletionStage<Applied> removeNode(String node) {
    return removal.start(node);
  }

  /** What balancing found out about each node in its last tick, by name. */
  public List<NodeStatus> status() {
    return balancing.status();
  }

  /**
   * Orders the sessions of a set to a node, or each to any other than its own; only the rate delays
   * that.
   *
   * @return completes with how many sessions will move
   */
  public CompletionStage<Integer> move(SetId set, Optional<String> node) {
    return balancing.move(set, node);
  }

  /** Ends holds, rests and dwells: nodes outside of their bands are seen to in the next tick. */
  public CompletionStage<Void> rebalanceNow() {
    return balancing.rebalanceNow();
  }

  /** The sessions on a node that should be elsewhere, each with why it is still there. */
  public CompletionStage<List<StuckSession>> left(String node) {
    return balancing.left(node);
  }

  /**
   * Sets when the sessions that are left on a drained node are to be told of.
   *
   * @param wallMillis on the clock of {@link System#currentTimeMillis}
   */
  public CompletionStage<Void> deadline(String node, long wallMillis) {
    return balancing.deadline(node, wallMillis);
  }

  /**
   * What a change would move, found out by the planner itself, run dry in virtual time.
   *
   * @return completes on another thread, or exceptionally with a {@link ChangeRefused}
   */
  public CompletionStage<Forecast> plan(Change change) {
    return balancing.plan(change);
  }

  /** Ends a session gently; false if there is none of that number. */
  public boolean close(long sessionId) {
    Optional<Session> session = sessions.get(sessionId);
    session.ifPresent(live -> live.ends().closeGently(CloseReason.OPERATOR));
    return session.isPresent();
  }

  /**
   * Counts live sessions in the zones that their sets are now configured for. Each session's loop
   * finds out whether that is another than before: here an edit just made may not show yet.
   */
  private void rezone(Snapshot before, Snapshot after, List<Change> changes) {
    for (Change change : changes) {
      if (change instanceof Change.SetZone edit) {
        sessions.forEachOf(edit.set(), session -> rezone(session, after));
      }
    }
  }

  private void rezone(Session session, Snapshot after) {
    session.ends().rezone(after.affinity().zoneOf(session.set(), session.origin()));
  }
}
