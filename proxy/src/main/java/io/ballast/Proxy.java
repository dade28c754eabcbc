package io.ballast;

import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.Cluster;
import io.ballast.cluster.Names;
import io.ballast.cluster.Snapshot;
import io.ballast.relay.Listener;
import io.ballast.relay.ListenerSettings;
import io.ballast.relay.MoveSettings;
import io.ballast.relay.PassedSockets;
import io.ballast.relay.RelayLoops;
import io.ballast.relay.RelayedCluster;
import io.ballast.session.Session;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running proxy: its clusters, and the listeners in front of them. Every method may be called
 * from any thread but the proxy's own event loops.
 */
public final class Proxy implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Proxy.class);

  private final ControlThread control = new ControlThread();
  private final RelayLoops loops;
  private final PassedSockets passed;
  private final SortedMap<String, RunningCluster> clusters = new TreeMap<>(Names.BY_BYTES);
  private final List<Listener> listeners = new ArrayList<>();
  private final GracefulEnd gracefulEnd;

  private Proxy(
      ProxySettings settings, ChangeLog changes, ProxyObserver observer, PassedSockets passed) {
    this.passed = passed;
    Map<ClusterPolicy, Snapshot> starts = new LinkedHashMap<>();
    settings.clusters().forEach(policy -> starts.put(policy, changes.restore(policy.cluster())));
    loops = new RelayLoops(settings.loops());
    loops.observe(observer.loops());
    Set<String> moving =
        settings.listeners().stream()
            .filter(listener -> listener.move().mode() != MoveSettings.Mode.NONE)
            .map(ListenerSettings::name)
            .collect(Collectors.toUnmodifiableSet());
    Predicate<Session> movable = session -> moving.contains(session.origin().listener());
    for (ClusterPolicy policy : settings.clusters()) {
      Cluster writer = new Cluster(starts.get(policy), control, changes);
      RunningCluster cluster =
          new RunningCluster(policy, writer, control, loops, movable, observer);
      clusters.put(cluster.name(), cluster);
    }
    gracefulEnd = new GracefulEnd(control, clusters.values());
  }

  /**
   * Starts a proxy: when this returns, every listener accepts.
   *
   * @param changes keeps the changes made at run time
   * @param observer is told of what happens
   * @throws IOException if a listener's address cannot be bound; nothing is left running
   */
  public static Proxy start(ProxySettings settings, ChangeLog changes, ProxyObserver observer)
      throws IOException {
    return start(settings, changes, observer, PassedSockets.NONE);
  }

  /**
   * The same with sockets that were opened for this process, from which listeners may take theirs.
   *
   * @throws IOException if a listener's address cannot be bound; nothing is left running
   */
  public static Proxy start(
      ProxySettings settings, ChangeLog changes, ProxyObserver observer, PassedSockets passed)
      throws IOException {
    Proxy proxy = new Proxy(settings, changes, observer, passed);
    try {
      for (ListenerSettings listener : settings.listeners()) {
        proxy.listen(listener);
      }
      return proxy;
    } catch (IOException | RuntimeException failure) {
      proxy.close();
      throw failure;
    }
  }

  private void listen(ListenerSettings settings) throws IOException {
    RelayedCluster cluster = clusters.get(settings.cluster()).relayed();
    Listener listener = Listener.bind(loops, settings, cluster, passed);
    listeners.add(listener);
    log.info(
        "listener {}: accepting on {} for cluster {}",
        settings.name(),
        text(listener),
        settings.cluster());
  }

  private static String text(Listener listener) {
    return listener.address().getAddress().getHostAddress() + ":" + listener.address().getPort();
  }

  /** The clusters, sorted by name. */
  public Collection<RunningCluster> clusters() {
    return Collections.unmodifiableCollection(clusters.values());
  }

  /** The cluster of that name. */
  public Optional<RunningCluster> cluster(String name) {
    return Optional.ofNullable(clusters.get(name));
  }

  /** The listeners, in the order of the settings. */
  public List<Listener> listeners() {
    return Collections.unmodifiableList(listeners);
  }

  /** How the event loops talk to the system: {@code epoll} or {@code nio}. */
  public String transport() {
    return loops.transportWord();
  }

  /**
   * The threads without which this stands still, by their names: the control thread and each event
   * loop. A task given to one runs there, after what is due before it, so a task that does not run
   * for long tells that the thread hangs.
   */
  public Map<String, Executor> vitalThreads() {
    Map<String, Executor> threads = new LinkedHashMap<>();
    threads.put("control", control);
    for (EventExecutor loop : loops.group()) {
      threads.put("loop-" + threads.size(), loop);
    }
    return threads;
  }

  /**
   * Accepts no more connections and ends the sessions gently, spread evenly over the time given.
   *
   * @param grace how long the sessions may take to end; those that are left then are ended at once
   *     by {@link #close}
   * @return completes when no session is left or the time is over; {@link #close} ends the rest
   */
  public CompletionStage<Void> drain(Duration grace) {
    listeners.forEach(Listener::stopAccepting);
    return gracefulEnd.start(grace);
  }

  /** Ends what is left at once and stops every thread; returns when that is done. */
  @Override
  public void close() {
    listeners.forEach(Listener::stopAccepting);
    clusters.values().forEach(RunningCluster::stop);
    // Before the loops end: a probe that this thread starts on a loop that has ended would fail.
    control.close();
    loops.close();
  }
}
