package io.ballast;

import io.ballast.balance.Forecast;
import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.Cluster;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Names;
import io.ballast.cluster.Snapshot;
import io.ballast.relay.BoundSocket;
import io.ballast.relay.Listener;
import io.ballast.relay.ListenerSettings;
import io.ballast.relay.PassedSockets;
import io.ballast.relay.RelayLoops;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running proxy: its clusters, and the listeners in front of them. Every method may be called
 * from any thread but the proxy's own event loops and its control thread.
 */
public final class Proxy implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Proxy.class);

  private final ControlThread control = new ControlThread();
  private final ChangeLog changes;
  private final ProxyObserver observer;
  private final RelayLoops loops;
  private final PassedSockets passed;
  private final Departures departures;
  private final GracefulEnd gracefulEnd;
  private volatile RunningParts parts;
  private volatile Movable movable;
  // Guarded by this, as is every replacement of the parts.
  private boolean ending;

  private Proxy(
      ProxySettings settings,
      ChangeLog changes,
      ProxyObserver observer,
      PassedSockets passed,
      Certificates certificates) {
    this.passed = passed;
    this.changes = changes;
    this.observer = observer;
    Map<ClusterPolicy, Snapshot> starts = new LinkedHashMap<>();
    settings.clusters().forEach(policy -> starts.put(policy, changes.restore(policy.cluster())));
    loops = new RelayLoops(settings.loops());
    loops.observe(observer.loops());
    movable = Movable.NONE.with(settings.listeners());
    SortedMap<String, RunningCluster> clusters = new TreeMap<>(Names.BY_BYTES);
    starts.forEach(
        (policy, start) ->
            clusters.put(policy.cluster().name(), begin(policy, start, certificates)));
    parts = new RunningParts(settings, clusters, List.of());
    departures = new Departures(control);
    gracefulEnd = new GracefulEnd(control, this::allClusters, CloseReason.SHUTDOWN);
  }

  /**
   * Starts a proxy: when this returns, every listener accepts.
   *
   * @param changes keeps the changes made at run time
   * @param observer is told of what happens
   * @throws IOException if a listener's address cannot be bound, a certificate or key not be used,
   *     or congestion control not be had; nothing is left running
   */
  public static Proxy start(ProxySettings settings, ChangeLog changes, ProxyObserver observer)
      throws IOException {
    return start(settings, changes, observer, PassedSockets.NONE);
  }

  /**
   * The same with sockets that were opened for this process, from which listeners may take theirs.
   *
   * @throws IOException if a listener's address cannot be bound, a certificate or key not be used,
   *     or congestion control not be had; nothing is left running
   */
  public static Proxy start(
      ProxySettings settings, ChangeLog changes, ProxyObserver observer, PassedSockets passed)
      throws IOException {
    CongestionCheck.run(settings);
    Certificates certificates = Certificates.load(settings);
    Proxy proxy = new Proxy(settings, changes, observer, passed, certificates);
    try {
      proxy.listen(settings, certificates);
      certificates.log();
      return proxy;
    } catch (IOException | RuntimeException failure) {
      proxy.close();
      throw failure;
    }
  }

  private void listen(ProxySettings settings, Certificates certificates) throws IOException {
    for (ListenerSettings listener : settings.listeners()) {
      BoundSocket socket = bind(listener);
      List<Listener> listeners = new ArrayList<>(parts.listeners());
      listeners.add(open(listener, socket, parts.clusters(), certificates));
      parts = new RunningParts(settings, parts.clusters(), listeners);
    }
  }

  /** A socket of its own for a listener, which does not accept yet. */
  BoundSocket bind(ListenerSettings listener) throws IOException {
    return BoundSocket.bind(loops, listener.name(), listener.bind(), passed);
  }

  /** A cluster that begins to run. */
  RunningCluster begin(ClusterPolicy policy, Snapshot start, Certificates certificates) {
    Cluster writer = new Cluster(start, control, changes);
    Predicate<Session> may = session -> movable.test(session);
    return new RunningCluster(
        policy,
        writer,
        certificates.ofCluster(policy.cluster().name()),
        control,
        loops,
        may,
        observer);
  }

  /** A listener that begins to accept. */
  Listener open(
      ListenerSettings settings,
      BoundSocket socket,
      Map<String, RunningCluster> clusters,
      Certificates certificates) {
    Listener listener =
        Listener.open(
            loops,
            socket,
            settings,
            clusters.get(settings.cluster()).relayed(),
            certificates.ofListener(settings.name()));
    log.info(
        "listener {}: accepting on {} for cluster {}",
        settings.name(),
        HostPort.text(listener.address()),
        settings.cluster());
    return listener;
  }

  /** How it is set up. */
  public ProxySettings settings() {
    return parts.settings();
  }

  /** The clusters, sorted by name. */
  public Collection<RunningCluster> clusters() {
    return parts.clusters().values();
  }

  /** The cluster of that name. */
  public Optional<RunningCluster> cluster(String name) {
    return Optional.ofNullable(parts.clusters().get(name));
  }

  /** The listeners, in the order of the settings. */
  public List<Listener> listeners() {
    return parts.listeners();
  }

  /** How many connections there are, also those of listeners that accept no more. */
  public int connections() {
    return departures.connections() + listeners().stream().mapToInt(Listener::connections).sum();
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
   * What {@link #reconfigure} would make of the proxy as it is. Changes nothing.
   *
   * @throws io.ballast.ring.TooManyPointsException if a ring would have more points than it may
   */
  public ProxyEdit prepare(ProxySettings edited, Reconciliation reconciliation) {
    return Reconfiguration.prepare(parts, edited, reconciliation);
  }

  /** What the part of an edit that is about a cluster would move. */
  public CompletionStage<Forecast> plan(ProxyEdit edit, ClusterEdit cluster) {
    return parts
        .clusters()
        .get(cluster.policy().cluster().name())
        .plan(cluster, movable.with(edit.settings().listeners()));
  }

  /**
   * Goes on by other settings, without ending a session that need not end. Nodes that are not
   * configured any more are drained and then removed; listeners that are not accept no more, and
   * their sessions go on; the sessions of clusters that are not end gently. A new address is bound
   * before an old one is closed. Certificates and keys are read again, whether their settings have
   * changed or not, for the TLS handshakes from then on. Blocks until all is in place, but for
   * nodes and sessions that leave.
   *
   * @param edited with the event loops of before
   * @param reconciliation what becomes of changes made at run time
   * @return what was done
   * @throws IOException if an address cannot be bound, a certificate or key not be used, or
   *     congestion control not be had; nothing has changed
   * @throws ChangeRefused if a change cannot be made durable, or the proxy is ending; nothing has
   *     changed
   * @throws io.ballast.ring.TooManyPointsException if a ring would have more points than it may;
   *     nothing has changed
   */
  public synchronized ProxyEdit reconfigure(ProxySettings edited, Reconciliation reconciliation)
      throws IOException, ChangeRefused {
    if (!edited.loops().equals(parts.settings().loops())) {
      throw new IllegalArgumentException("loops: they cannot change while the proxy runs");
    }
    if (ending) {
      throw new ChangeRefused(ChangeRefused.Kind.REFUSED, "the process is shutting down");
    }
    CongestionCheck.run(edited);
    Certificates certificates = Certificates.load(edited);
    Reconfiguration work = new Reconfiguration(this, parts, changes, certificates);
    Movable then = movable.with(edited.listeners());
    ProxyEdit made = work.make(edited, reconciliation);
    movable = then;
    parts = work.follow(made, then, departures);
    certificates.log();
    return made;
  }

  private Collection<RunningCluster> allClusters() {
    List<RunningCluster> all = new ArrayList<>(clusters());
    all.addAll(departures.clusters());
    return all;
  }

  /**
   * Accepts no more connections and ends the sessions gently, spread evenly over the time given.
   *
   * @param grace how long the sessions may take to end; those that are left then are ended at once
   *     by {@link #close}
   * @return completes when no session is left or the time is over; {@link #close} ends the rest
   */
  public CompletionStage<Void> drain(Duration grace) {
    stopAccepting();
    return gracefulEnd.start(grace);
  }

  private synchronized void stopAccepting() {
    ending = true;
    listeners().forEach(Listener::stopAccepting);
  }

  /** Ends what is left at once and stops every thread; returns when that is done. */
  @Override
  public void close() {
    stopAccepting();
    allClusters().forEach(RunningCluster::stop);
    // Before the loops end: a probe that this thread starts on a loop that has ended would fail.
    control.close();
    loops.close();
  }
}
