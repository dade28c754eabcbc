package io.ballast.metrics;

import io.ballast.Proxy;
import io.ballast.ProxyObserver;
import io.ballast.RunningCluster;
import io.ballast.Version;
import io.ballast.balance.BalanceObserver;
import io.ballast.cluster.SnapshotObserver;
import io.ballast.cluster.ZoneState;
import io.ballast.health.HealthObserver;
import io.ballast.relay.ConnectObserver;
import io.ballast.relay.Listener;
import io.ballast.relay.LoopObserver;
import io.ballast.session.SessionObserver;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.Unit;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * All metrics of a process. It is an observer of the proxy; {@link #watch} lets it read the running
 * proxy as well. What it is told and {@link #write} may come on any thread.
 */
public final class Metrics implements ProxyObserver {
  private static final double[] DELAY_BOUNDS = {
    0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5
  };

  private static final ExpositionFormatWriter TEXT = PrometheusTextFormatWriter.create();
  private static final ExpositionFormatWriter OPEN_METRICS = OpenMetricsTextFormatWriter.create();

  private final Instruments instruments = new Instruments();
  private final SessionMetrics sessions = new SessionMetrics(instruments);
  private final ClusterMetrics clusters = new ClusterMetrics(instruments);
  private final StoreMetrics store = new StoreMetrics(instruments);
  private final Histogram delay;
  private volatile Proxy proxy;

  /** A zone, and the cluster that it is of. */
  private record ZoneOf(RunningCluster cluster, String zone) {}

  /** Metrics of which none has counted anything. */
  public Metrics() {
    delay =
        instruments.seconds(
            "ballast_event_loop_delay_seconds",
            "How much later than planned a task of an event loop ran, measured four times a second.",
            DELAY_BOUNDS);
    ProcessMetrics.addTo(instruments);
  }

  /** Reads the proxy from now on, each time that the metrics are written. To be called once. */
  public void watch(Proxy running) {
    proxy = running;
    instruments.add(
        new Readings<>(
                () -> List.of(running),
                it -> Labels.of("version", Version.current(), "transport", it.transport()))
            .with("ballast_build_info", "1; what is running.", it -> 1));
    instruments.add(
        new Readings<>(running::clusters, it -> Labels.of(Instruments.CLUSTER, it.name()))
            .with("ballast_sessions", "Live sessions.", it -> it.sessions().size())
            .with(
                "ballast_rebalance_enabled",
                "1 while REBALANCE is on, 0 while it is off.",
                it -> it.snapshot().rebalance() ? 1 : 0));
    instruments.add(
        new Readings<>(() -> zones(running.clusters()), Metrics::labels)
            .with(
                "ballast_zone_sessions",
                "Sessions of the zone's sets, wherever they are or are on their way to.",
                it -> it.cluster().counts().ofZone(it.zone())));
    instruments.add(
        new Readings<>(running::listeners, Metrics::labels)
            .with(
                "ballast_listener_connections",
                "Connections of a listener: sessions, and those that are to become one.",
                Listener::connections));
    instruments.add(NodeView.readings(this::nodes));
    instruments.add(NodeView.stuckReadings(this::nodes));
    instruments.add(NodeView.pauseReadings(this::nodes));
  }

  private static List<ZoneOf> zones(Collection<RunningCluster> clusters) {
    return clusters.stream()
        .flatMap(
            cluster ->
                cluster.snapshot().zones().stream()
                    .map(ZoneState::name)
                    .map(zone -> new ZoneOf(cluster, zone)))
        .toList();
  }

  private static Labels labels(ZoneOf zone) {
    return Labels.of(Instruments.CLUSTER, zone.cluster().name(), "zone", zone.zone());
  }

  private static Labels labels(Listener listener) {
    return Labels.of(
        Instruments.CLUSTER,
        listener.settings().cluster(),
        Instruments.LISTENER,
        listener.settings().name());
  }

  private List<NodeView> nodes() {
    return proxy.clusters().stream().flatMap(cluster -> NodeView.of(cluster).stream()).toList();
  }

  /** Adds the counts of the session log: lines that were written, and lines that were dropped. */
  public void sessionLog(LongSupplier written, LongSupplier dropped) {
    instruments.counter(
        "ballast_session_log_lines", "Lines that the session log has written.", written::getAsLong);
    instruments.counter(
        "ballast_session_log_dropped",
        "Lines that the session log has dropped since they could not be written fast enough.",
        dropped::getAsLong);
  }

  /** What is to be told of the state file. */
  public StoreMetrics store() {
    return store;
  }

  @Override
  public SessionObserver sessions(String cluster) {
    return sessions.sessions(cluster);
  }

  @Override
  public ConnectObserver connects(String cluster) {
    return sessions.connects(cluster);
  }

  @Override
  public BalanceObserver balance(String cluster) {
    return clusters.balance(cluster);
  }

  @Override
  public HealthObserver health(String cluster) {
    return clusters.health(cluster);
  }

  @Override
  public SnapshotObserver snapshots(String cluster) {
    return clusters.snapshots(cluster);
  }

  @Override
  public LoopObserver loops() {
    return nanos -> delay.observe(Unit.nanosToSeconds(nanos));
  }

  /** The name of every metric there can be, without the suffixes of a distribution's parts. */
  Set<String> names() {
    return instruments.names();
  }

  /**
   * The format that suits a reader, as its content type: OpenMetrics 1.0 for those who say that
   * they take it, else the Prometheus text format 0.0.4.
   *
   * @param accept the HTTP header of that name; may be empty
   */
  public String contentType(String accept) {
    return OPEN_METRICS.accepts(accept) ? OPEN_METRICS.getContentType() : TEXT.getContentType();
  }

  /**
   * Writes all metrics as they are now. What was counted for a node or a listener that is no longer
   * there is not among them, and starts from 0 if one of that name comes again.
   *
   * @param contentType the format, one that {@link #contentType} has given
   * @throws IOException if the stream takes no more
   */
  public void write(String contentType, OutputStream out) throws IOException {
    forgetTheGone();
    boolean open = contentType.equals(OPEN_METRICS.getContentType());
    (open ? OPEN_METRICS : TEXT).write(out, instruments.read());
  }

  private void forgetTheGone() {
    if (proxy == null) {
      return;
    }
    instruments.keepNodes(
        (cluster, node) ->
            proxy.cluster(cluster).flatMap(it -> it.snapshot().node(node)).isPresent());
    Set<List<String>> listening = new HashSet<>();
    for (Listener listener : proxy.listeners()) {
      listening.add(List.of(listener.settings().cluster(), listener.settings().name()));
    }
    instruments.keepListeners(
        (cluster, listener) -> listening.contains(List.of(cluster, listener)));
    sessions.forget(cluster -> proxy.cluster(cluster).isPresent());
  }
}
