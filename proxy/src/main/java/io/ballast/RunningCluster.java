package io.ballast;

import io.ballast.balance.Balancer;
import io.ballast.balance.Forecast;
import io.ballast.balance.NodeStatus;
import io.ballast.balance.StuckSession;
import io.ballast.cluster.Applied;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.Cluster;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.NodeAddresses;
import io.ballast.cluster.Precondition;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.health.HealthChecks;
import io.ballast.health.TcpProbe;
import io.ballast.placement.Candidate;
import io.ballast.placement.LiveCounts;
import io.ballast.placement.Overrides;
import io.ballast.placement.Placement;
import io.ballast.relay.ConnectObserver;
import io.ballast.relay.ConnectPace;
import io.ballast.relay.RelayLoops;
import io.ballast.relay.RelayedCluster;
import io.ballast.relay.tls.NodeTls;
import io.ballast.session.CloseReason;
import io.ballast.session.LiveSessions;
import io.ballast.session.Session;
import io.ballast.session.SessionObserver;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * A cluster of a running proxy: what operators and embedders see of it, and how they change it.
 * Every method may be called from any thread.
 */
public final class RunningCluster {
  private final Cluster cluster;
  private final LiveCounts counts = new LiveCounts();
  private final LiveSessions sessions = new LiveSessions();
  private final Overrides overrides = new Overrides();
  private final SetQuestions sets;
  private final NodeRemoval removal;
  private final LeavingNodes leaving;
  private final ControlThread control;
  private final RelayLoops loops;
  private final NodeAddresses addresses;
  private final HealthChecks health;
  private final Balancing balancing;
  private final SessionObserver sessionNews;
  private final ConnectObserver connectNews;
  private volatile InForce inForce;

  /** How the cluster is configured, and what follows from it. */
  private record InForce(
      ClusterPolicy policy, Placement placement, ConnectPace pace, NodeTls tls) {}

  RunningCluster(
      ClusterPolicy policy,
      Cluster cluster,
      NodeTls tls,
      ControlThread control,
      RelayLoops loops,
      Predicate<Session> movable,
      ProxyObserver observer) {
    this.cluster = cluster;
    this.loops = loops;
    this.inForce = inForce(policy, ConnectPace.NONE, tls);
    this.leaving = new LeavingNodes(policy.cluster(), cluster, counts, control);
    this.control = control;
    this.sets = new SetQuestions(cluster, sessions);
    this.removal = new NodeRemoval(cluster, counts, sessions, control);
    this.addresses = new NodeAddresses(cluster, policy.resolve());
    this.health =
        new HealthChecks(
            cluster,
            policy.health(),
            probe(policy),
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
    this.sessionNews = new SessionFanout(balancing.feed(), observer.sessions(name()));
    this.connectNews = new ConnectNews(health, observer.connects(name()));
    cluster.observe(new Rezoning(cluster, sessions, control)::published);
    cluster.observe(observer.snapshots(name()));
    balancing.start();
  }

  private InForce inForce(ClusterPolicy policy, ConnectPace before, NodeTls tls) {
    return new InForce(
        policy,
        new Placement(policy.placement(), counts, overrides),
        before.withRate(policy.connect().failoverRatePerSecond()),
        tls);
  }

  private TcpProbe probe(ClusterPolicy policy) {
    return new TcpProbe(loops::testConnect, policy.health().timeout(), addresses::resolved);
  }

  /** Moves a session by ending it gently, so that its set comes back. */
  private static void reconnect(Session session, String to, long quietNanos, long patienceNanos) {
    session.ends().closeGently(CloseReason.MOVED, quietNanos, patienceNanos);
  }

  /** What the listeners in front of the cluster need of it. */
  RelayedCluster relayed() {
    InForce now = inForce;
    return new RelayedCluster(
        cluster::snapshot,
        now.placement(),
        counts,
        sessions,
        addresses::resolved,
        now.policy().connect(),
        sessionNews,
        connectNews,
        now.pace(),
        now.tls());
  }

  void stop() {
    balancing.stop();
    health.close();
    addresses.close();
  }

  /** What an edited configuration would make of the cluster as it is. */
  ClusterEdit edit(ClusterPolicy edited, Snapshot now, Reconciliation reconciliation) {
    return ClusterEdit.of(policy(), leaving.baseline(), now, edited, reconciliation);
  }

  /**
   * Makes the cluster what an edited configuration makes of it: nodes, zones and sets. The rest of
   * the policy is for {@link #follow}, unless the edit is taken back.
   *
   * @return completes with what was done, when that is durable and in place
   */
  CompletionStage<ClusterEdit> reconfigure(ClusterPolicy edited, Reconciliation reconciliation) {
    ClusterEdit[] made = new ClusterEdit[1];
    return cluster
        .submit(
            current -> {
              made[0] = edit(edited, current, reconciliation);
              leaving.editing();
              return made[0].change();
            })
        .handle(
            (applied, failure) -> {
              if (failure != null) {
                control.execute(leaving::takenBack);
                throw new CompletionException(failure);
              }
              return made[0];
            });
  }

  /** Takes back an edit that has just been made. */
  CompletionStage<Applied> takeBack(ClusterEdit edit) {
    return cluster.submit(
        current -> {
          leaving.takenBack();
          return new Change.Reconfigure(leaving.baseline(), edit.before());
        });
  }

  /**
   * Follows the policy and the TLS of an edit that is in place, and drains the nodes that it has no
   * more. The listeners in front need {@link #relayed} anew when this has completed.
   */
  CompletionStage<Void> follow(ClusterEdit edit, Predicate<Session> movable, NodeTls tls) {
    ClusterPolicy edited = edit.policy();
    return CompletableFuture.runAsync(
        () -> {
          if (!edited.health().equals(policy().health())) {
            health.reconfigure(edited.health(), probe(edited));
          }
          if (!edited.resolve().equals(policy().resolve())) {
            addresses.reconfigure(edited.resolve());
          }
          inForce = inForce(edited, inForce.pace(), tls);
          balancing.reconfigure(edited, movable);
          leaving.follow(edited.cluster(), edit.leaving());
        },
        control);
  }

  /** What an edit would move. */
  CompletionStage<Forecast> plan(ClusterEdit edit, Predicate<Session> movable) {
    return balancing.plan(edit, movable);
  }

  /** Refuses every change, and moves no session any more; its sessions may be ended now. */
  CompletionStage<Snapshot> retire() {
    balancing.stop();
    control.execute(leaving::stop);
    return cluster.retire();
  }

  /** The cluster's name. */
  public String name() {
    return policy().cluster().name();
  }

  /** How the cluster is configured. */
  public ClusterPolicy policy() {
    return inForce.policy();
  }

  /**
   * What the values of run time are compared with: as configured, with those nodes that the
   * configuration has no more but that still have sessions.
   */
  public ClusterSettings baseline() {
    return leaving.baseline();
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
    return sets.zoneOf(set);
  }

  /** Exactly what the next connection of the set would try, in order. */
  public List<Candidate> list(SetId set) {
    return inForce.placement().list(snapshot(), set, zoneOf(set), System.nanoTime());
  }

  /**
   * The node that the weights alone name for the set: of its zone's ring, else of its backup's,
   * else of the default zone's.
   */
  public Optional<String> lookup(SetId set) {
    return sets.owner(set);
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
    return removal.submit(change, precondition);
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
}
