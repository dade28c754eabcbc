package io.ballast;

import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.Names;
import io.ballast.relay.Bind;
import io.ballast.relay.BoundSocket;
import io.ballast.relay.Listener;
import io.ballast.relay.ListenerSettings;
import io.ballast.session.Session;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One change of a running proxy's settings: first everything that may fail, each step taken back if
 * a later one does, then what cannot. Lives within one call of {@link Proxy#reconfigure}.
 */
final class Reconfiguration {
  private static final Logger log = LoggerFactory.getLogger(Reconfiguration.class);

  private final Proxy proxy;
  private final RunningParts before;
  private final ChangeLog changes;
  private final Certificates certificates;

  /** The socket of each listener as edited, by the listener's name. */
  private final Map<String, BoundSocket> sockets = new LinkedHashMap<>();

  private final List<BoundSocket> opened = new ArrayList<>();
  private final List<RunningCluster> begun = new ArrayList<>();

  /**
   * @param certificates those of the settings as edited
   */
  Reconfiguration(Proxy proxy, RunningParts before, ChangeLog changes, Certificates certificates) {
    this.proxy = proxy;
    this.before = before;
    this.changes = changes;
    this.certificates = certificates;
  }

  /** What would be made. Pure. */
  static ProxyEdit prepare(
      RunningParts parts, ProxySettings edited, Reconciliation reconciliation) {
    List<ClusterEdit> edits = new ArrayList<>();
    for (ClusterPolicy policy : edited.clusters()) {
      RunningCluster running = parts.clusters().get(policy.cluster().name());
      if (running != null) {
        edits.add(running.edit(policy, running.snapshot(), reconciliation));
      }
    }
    return new ProxyEdit(parts.settings(), edited, edits);
  }

  /** Does all that may fail, or nothing. */
  ProxyEdit make(ProxySettings edited, Reconciliation reconciliation)
      throws IOException, ChangeRefused {
    boolean made = false;
    try {
      prepare(before, edited, reconciliation);
      bind(edited.listeners());
      begin(edited.clusters());
      ProxyEdit edit = new ProxyEdit(before.settings(), edited, edit(edited, reconciliation));
      made = true;
      return edit;
    } finally {
      if (!made) {
        opened.forEach(BoundSocket::undo);
        begun.forEach(this::retire);
        begun.forEach(RunningCluster::stop);
      }
    }
  }

  /**
   * Finds a socket for each listener: its own if its address is what it was, else one that another
   * listener gives up, else a new one.
   */
  private void bind(List<ListenerSettings> listeners) throws IOException {
    Map<String, BoundSocket> old = new HashMap<>();
    before.listeners().forEach(it -> old.put(it.settings().name(), it.socket()));
    for (ListenerSettings listener : listeners) {
      BoundSocket own = old.get(listener.name());
      if (own != null && own.bind().equals(listener.bind())) {
        sockets.put(listener.name(), own);
        old.remove(listener.name());
      }
    }
    for (ListenerSettings listener : listeners) {
      if (!sockets.containsKey(listener.name())) {
        Optional<BoundSocket> givenUp = givenUp(old, listener.bind());
        sockets.put(listener.name(), givenUp.isPresent() ? givenUp.get() : opened(listener));
      }
    }
  }

  private BoundSocket opened(ListenerSettings listener) throws IOException {
    BoundSocket socket = proxy.bind(listener);
    opened.add(socket);
    return socket;
  }

  private static Optional<BoundSocket> givenUp(Map<String, BoundSocket> old, Bind bind) {
    Optional<String> name =
        old.entrySet().stream()
            .filter(entry -> !isAny(bind) && entry.getValue().bind().equals(bind))
            .map(Map.Entry::getKey)
            .findFirst();
    return name.map(old::remove);
  }

  /** Whether the system is to choose the port: then each listener has one of its own. */
  private static boolean isAny(Bind bind) {
    return bind instanceof Bind.Address address && address.at().port() == 0;
  }

  private void begin(List<ClusterPolicy> policies) {
    for (ClusterPolicy policy : policies) {
      if (!before.clusters().containsKey(policy.cluster().name())) {
        begun.add(proxy.begin(policy, changes.restore(policy.cluster()), certificates));
      }
    }
  }

  /** Edits the clusters that stay, all or none. */
  private List<ClusterEdit> edit(ProxySettings edited, Reconciliation reconciliation)
      throws ChangeRefused {
    Map<RunningCluster, CompletionStage<ClusterEdit>> underWay = new LinkedHashMap<>();
    for (ClusterPolicy policy : edited.clusters()) {
      RunningCluster running = before.clusters().get(policy.cluster().name());
      if (running != null) {
        underWay.put(running, running.reconfigure(policy, reconciliation));
      }
    }
    Map<RunningCluster, ClusterEdit> edits = new LinkedHashMap<>();
    Throwable failure = null;
    for (Map.Entry<RunningCluster, CompletionStage<ClusterEdit>> entry : underWay.entrySet()) {
      try {
        edits.put(entry.getKey(), entry.getValue().toCompletableFuture().join());
      } catch (CompletionException e) {
        failure =
            e.getCause() instanceof CompletionException inner ? inner.getCause() : e.getCause();
      }
    }
    if (failure == null) {
      return List.copyOf(edits.values());
    }
    edits.forEach(Reconfiguration::takeBack);
    if (failure instanceof ChangeRefused refused) {
      throw refused;
    }
    throw new IllegalStateException(failure);
  }

  private static void takeBack(RunningCluster cluster, ClusterEdit edit) {
    try {
      cluster.takeBack(edit).toCompletableFuture().join();
    } catch (CompletionException e) {
      log.error(
          "cluster {}: an edit of its configuration could not be taken back; reload again",
          cluster.name(),
          e.getCause());
    }
  }

  /** Does the rest. */
  RunningParts follow(ProxyEdit edit, Predicate<Session> movable, Departures departures) {
    SortedMap<String, RunningCluster> clusters = new TreeMap<>(Names.BY_BYTES);
    for (ClusterEdit cluster : edit.clusters()) {
      RunningCluster running = before.clusters().get(cluster.policy().cluster().name());
      running
          .follow(cluster, movable, certificates.ofCluster(running.name()))
          .toCompletableFuture()
          .join();
      clusters.put(running.name(), running);
    }
    begun.forEach(cluster -> clusters.put(cluster.name(), cluster));
    List<Listener> listeners = listeners(edit.settings(), clusters, departures);
    before.clusters().values().stream()
        .filter(cluster -> !clusters.containsKey(cluster.name()))
        .forEach(
            cluster -> {
              retire(cluster);
              departures.add(cluster);
            });
    return new RunningParts(edit.settings(), clusters, listeners);
  }

  private List<Listener> listeners(
      ProxySettings edited, Map<String, RunningCluster> clusters, Departures departures) {
    Map<String, Listener> old = new LinkedHashMap<>();
    before.listeners().forEach(listener -> old.put(listener.settings().name(), listener));
    List<BoundSocket> unused =
        new ArrayList<>(before.listeners().stream().map(Listener::socket).toList());
    unused.removeAll(sockets.values());
    List<Listener> listeners = new ArrayList<>();
    for (ListenerSettings settings : edited.listeners()) {
      BoundSocket socket = sockets.get(settings.name());
      Listener listener = old.remove(settings.name());
      if (listener == null) {
        listeners.add(proxy.open(settings, socket, clusters, certificates));
      } else {
        listener.reconfigure(
            settings,
            clusters.get(settings.cluster()).relayed(),
            certificates.ofListener(settings.name()),
            socket);
        listeners.add(listener);
      }
    }
    unused.forEach(BoundSocket::close);
    old.values().forEach(departures::add);
    return listeners;
  }

  /** The cluster changes no more, and may be restored again. */
  private void retire(RunningCluster cluster) {
    changes.retire(cluster.retire().toCompletableFuture().join());
  }
}
