package io.ballast.health;

import io.ballast.cluster.Cluster;
import io.ballast.cluster.Health;
import io.ballast.cluster.NodeState;
import io.ballast.cluster.Snapshot;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The health checks of a cluster's nodes: they probe each node at the interval, count in what the
 * connects of sessions tell, and set the health of a node whose run of results is long enough. They
 * are the only one that sets health: what another sets is set back.
 *
 * <p>All state belongs to the control thread; {@link #connected} and {@link #connectFailed} may be
 * called from any thread and cost next to nothing while they bring no news.
 */
public final class HealthChecks implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HealthChecks.class);

  private final Cluster cluster;
  private volatile HealthSettings settings;
  private Probe probe;
  private final ScheduledExecutorService control;
  private final RandomGenerator random;
  private final HealthObserver observer;
  private final LongSupplier nanoTime;
  private final ConcurrentMap<String, Check> checks = new ConcurrentHashMap<>();
  private boolean failingLocally;
  private boolean closed;

  /**
   * Starts checks that follow the cluster until they are closed.
   *
   * @param control the cluster's control thread
   * @param random spreads the first probes over the interval
   */
  public HealthChecks(
      Cluster cluster,
      HealthSettings settings,
      Probe probe,
      ScheduledExecutorService control,
      RandomGenerator random,
      HealthObserver observer) {
    this(cluster, settings, probe, control, random, observer, System::nanoTime);
  }

  /** Checks by another clock. */
  HealthChecks(
      Cluster cluster,
      HealthSettings settings,
      Probe probe,
      ScheduledExecutorService control,
      RandomGenerator random,
      HealthObserver observer,
      LongSupplier nanoTime) {
    this.cluster = cluster;
    this.settings = settings;
    this.probe = probe;
    this.control = control;
    this.random = random;
    this.observer = observer;
    this.nanoTime = nanoTime;
    cluster.observe((before, after, changes) -> follow(after));
    onControl(() -> follow(cluster.snapshot()));
  }

  /** Goes on with other settings; nodes keep the health they have, and are probed soon. */
  public void reconfigure(HealthSettings newSettings, Probe newProbe) {
    onControl(
        () -> {
          settings = newSettings;
          probe = newProbe;
          for (Check check : checks.values()) {
            check.postpone();
            begin(check);
          }
        });
  }

  /** A session's connection was taken by the node. */
  public void connected(String node) {
    Check check = checks.get(node);
    if (check != null && !check.run.connected().equals(check.run)) {
      onControl(() -> apply(check, check.run.connected(), ""));
    }
  }

  /**
   * A session's connection was refused by the node or not answered in time. Not for failures of
   * this process, such as no free descriptor.
   *
   * @param cause for the log
   */
  public void connectFailed(String node, String cause) {
    Check check = checks.get(node);
    if (check != null && !check.run.failed(settings.fall()).equals(check.run)) {
      onControl(() -> apply(check, check.run.failed(settings.fall()), cause));
    }
  }

  /** Ends all checks; nodes keep the health they have. */
  @Override
  public void close() {
    onControl(
        () -> {
          closed = true;
          checks.values().forEach(Check::end);
          checks.clear();
        });
  }

  private void onControl(Runnable task) {
    try {
      control.execute(task);
    } catch (RejectedExecutionException e) {
      log.debug("control thread has ended; health is not checked any more");
    }
  }

  /** Checks each node of the snapshot at its address, and no other. */
  private void follow(Snapshot snapshot) {
    if (closed) {
      return;
    }
    for (Map.Entry<String, Check> entry : checks.entrySet()) {
      boolean gone =
          snapshot
              .node(entry.getKey())
              .filter(state -> state.node().address().equals(entry.getValue().address))
              .isEmpty();
      if (gone) {
        checks.remove(entry.getKey()).end();
      }
    }
    for (NodeState state : snapshot.nodes()) {
      Check check = checks.get(state.name());
      if (check == null) {
        begin(state);
      } else if (check.run.health() != state.health()) {
        cluster.setHealth(state.name(), check.run.health());
      }
    }
  }

  private void begin(NodeState state) {
    Check check = new Check(state, nanoTime.getAsLong());
    checks.put(check.node, check);
    begin(check);
  }

  private void begin(Check check) {
    long interval = settings.recoveryInterval().toNanos();
    schedule(check, Duration.ofNanos(random.nextLong(interval)));
  }

  /** Probes after the delay, unless the node is up and those are not probed. */
  private void schedule(Check check, Duration delay) {
    boolean wanted = settings.probing() || check.run.health() == Health.DOWN;
    if (wanted && !check.ended && !check.probing && check.next == null) {
      check.next = control.schedule(() -> probe(check), delay.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void probe(Check check) {
    check.next = null;
    check.probing = true;
    long start = nanoTime.getAsLong();
    Consumer<ProbeResult> whenDone =
        result -> {
          long nanos = nanoTime.getAsLong() - start;
          onControl(() -> probed(check, result, nanos));
        };
    try {
      probe.start(check.address, whenDone);
    } catch (RuntimeException e) {
      whenDone.accept(ProbeResult.localFailure(e.toString()));
    }
  }

  private void probed(Check check, ProbeResult result, long nanos) {
    if (check.ended) {
      return;
    }
    check.probing = false;
    observer.probed(check.node, result.outcome(), nanos);
    noteLocalFailure(result);
    switch (result.outcome()) {
      case SUCCESS -> apply(check, check.run.succeeded(settings.rise()), "");
      case FAILURE -> apply(check, check.run.failed(settings.fall()), result.cause());
      case LOCAL_FAILURE -> {
        // It says nothing of the node.
      }
    }
    schedule(check, settings.recoveryInterval().minusNanos(nanos));
  }

  private void apply(Check check, Run after, String cause) {
    Run before = check.run;
    if (check.ended || after.equals(before)) {
      return;
    }
    check.run = after;
    if (after.health() == before.health()) {
      return;
    }
    long now = nanoTime.getAsLong();
    if (after.health() == Health.DOWN) {
      log.warn("node down: node={} address={} reason={}", check.node, check.address, cause);
      schedule(check, settings.recoveryInterval());
    } else {
      Duration down = Duration.ofNanos(now - check.sinceNanos);
      log.info("node up: node={} address={} down={}s", check.node, check.address, seconds(down));
    }
    check.sinceNanos = now;
    cluster.setHealth(check.node, after.health());
    observer.turned(check.node, after.health(), cause);
  }

  private static long seconds(Duration time) {
    return (time.toMillis() + 500) / 1000;
  }

  /** Says once that nodes cannot be asked, and once that they can be again. */
  private void noteLocalFailure(ProbeResult result) {
    boolean local = result.outcome() == ProbeResult.Outcome.LOCAL_FAILURE;
    if (local && !failingLocally) {
      log.warn(
          "health of nodes cannot be checked: reason={}; raise the limit of open files, or free"
              + " local ports",
          result.cause());
    } else if (!local && failingLocally) {
      log.info("health of nodes is checked again");
    }
    failingLocally = local;
  }
}
