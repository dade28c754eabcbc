package io.ballast.loadtest.bench;

import io.ballast.balance.BalanceObserver;
import io.ballast.balance.BalanceSettings;
import io.ballast.balance.Balancer;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.Cluster;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.Origin;
import io.ballast.cluster.Precondition;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.Zone;
import io.ballast.placement.LiveCounts;
import io.ballast.placement.Overrides;
import io.ballast.placement.PlacementSettings;
import io.ballast.placement.Reason;
import io.ballast.ring.Ring;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One tick of balancing over the live sessions of a cluster, an invocation each, in virtual time.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TickBenchmark {
  private static final int NODES = 20;
  private static final int WEIGHT = 100;
  private static final long SECOND_NANOS = 1_000_000_000L;

  /** How many sessions are live. */
  @Param("100000")
  public int sessions;

  private final LiveCounts counts = new LiveCounts();
  private final Overrides overrides = new Overrides();
  private final List<Session> leaving = new ArrayList<>();
  private final List<String> destinations = new ArrayList<>();
  private Cluster cluster;
  private Balancer balancer;
  private long now;
  private int drained = NODES - 1;
  private boolean begun;
  private boolean lowered;

  private static final class NoEnds implements Session.Ends {
    @Override
    public void closeGently(CloseReason reason, long quietNanos, long patienceNanos) {}

    @Override
    public void abort(CloseReason reason) {}

    @Override
    public void rezone(String zone) {}
  }

  /** Opens the sessions, each on its owner, and lets them grow old enough to be moved. */
  @Setup
  public void open() {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      nodes.add(new Node("n" + i, HostPort.parse("127.0.0.1:1"), Zone.DEFAULT, WEIGHT));
    }
    Snapshot start = Snapshot.of(ClusterSettings.of("bench", nodes));
    cluster = new Cluster(start, Runnable::run, ChangeLog.NONE);
    balancer =
        new Balancer(
            BalanceSettings.DEFAULT,
            PlacementSettings.DEFAULT,
            cluster,
            counts,
            overrides,
            (session, to, quiet, patience) -> {
              leaving.add(session);
              destinations.add(to);
            },
            BalanceObserver.NONE,
            new SplittableRandom(1));
    Ring ring = start.defaultZone().ring();
    for (int i = 0; i < sessions; i++) {
      SetId set = SetId.of("set-" + i);
      open(i, set, ring.name(ring.owner(set.ringHash())));
    }
    for (int second = 0; second < 90; second++) {
      tick();
    }
  }

  private void open(long id, SetId set, String node) {
    Origin origin = new Origin("sets", new InetSocketAddress(InetAddress.getLoopbackAddress(), 1));
    Session session = new Session(id, "bench", origin, set, true, Zone.DEFAULT, now, new NoEnds());
    session.placed(node, Reason.OWNER);
    counts.open(node, Zone.DEFAULT, 0);
    balancer.opened(session, true, now);
  }

  private int tick() {
    now += SECOND_NANOS;
    balancer.advance(now, now / 1_000_000);
    for (int i = 0; i < leaving.size(); i++) {
      Session session = leaving.get(i);
      counts.close(session.node(), Zone.DEFAULT);
      balancer.closed(session, now);
      open(session.id(), session.set(), destinations.get(i));
    }
    leaving.clear();
    destinations.clear();
    return balancer.sessions();
  }

  private void weight(int node, int weight) {
    cluster
        .submit(new Change.SetWeight("n" + node, weight), Precondition.NONE)
        .toCompletableFuture()
        .join();
  }

  /** A tick with nothing to do. */
  @Benchmark
  public int idle() {
    return tick();
  }

  /** A tick of one drain after another, with the sets that are moved and come back. */
  @Benchmark
  public int draining() {
    boolean empty = counts.live("n" + drained) == 0;
    if (!begun || empty) {
      weight(drained, WEIGHT);
      drained = (drained + 1) % NODES;
      weight(drained, 0);
      begun = true;
    }
    return tick();
  }

  /** A tick after a weight has changed, so that every session's owner is looked up again. */
  @Benchmark
  public int weightChanged() {
    lowered = !lowered;
    weight(0, lowered ? WEIGHT - 1 : WEIGHT);
    return tick();
  }
}
