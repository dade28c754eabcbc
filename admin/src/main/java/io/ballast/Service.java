package io.ballast;

import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.HostPort;
import io.ballast.command.Audit;
import io.ballast.command.Authentication;
import io.ballast.command.Language;
import io.ballast.command.ProxyLanguage;
import io.ballast.command.ReloadReport;
import io.ballast.command.ServingProcess;
import io.ballast.command.Totals;
import io.ballast.conf.Configuration;
import io.ballast.http.HttpServer;
import io.ballast.http.MetricsSource;
import io.ballast.http.Site;
import io.ballast.metrics.Metrics;
import io.ballast.relay.Listener;
import io.ballast.sessionlog.SessionLog;
import io.ballast.store.ConfigText;
import io.ballast.store.ConfigValues;
import io.ballast.store.Store;
import io.ballast.systemd.ServiceManager;
import io.ballast.telnet.TelnetServer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A proxy with its store and its admin channels, as one process runs it. It ends when it is asked
 * to, by {@code SHUTDOWN} or by a signal.
 */
final class Service implements AutoCloseable, ServingProcess {
  private static final Logger log = LoggerFactory.getLogger(Service.class);

  /** How long sessions may take to end when nothing else is said. */
  static final Duration GRACE = Duration.ofSeconds(10);

  private final Configuration configuration;
  private final ServiceManager manager;
  private final AtomicReference<Duration> grace = new AtomicReference<>();
  private final CountDownLatch asked = new CountDownLatch(1);
  private final Metrics metrics = new Metrics();
  private Optional<SessionLog> sessionLog = Optional.empty();
  private Store store;
  private Proxy proxy;
  private final EventLoopGroup adminLoop =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("ballast-admin"), NioIoHandler.newFactory());
  private Reload reload;
  private final Audit audit = new Audit(System::currentTimeMillis);
  private Language language;
  private TelnetServer telnet;
  private HttpServer http;
  private volatile boolean started;

  private Service(Configuration configuration, ServiceManager manager) {
    this.configuration = configuration;
    this.manager = manager;
  }

  /**
   * Starts everything that the configuration says.
   *
   * @param source reads the configuration again, or one that it is given
   * @param manager is told of readiness, of reloads, of the end, and that the service lives
   * @throws IOException if an address cannot be bound; nothing is left running
   */
  static Service start(
      Configuration configuration,
      ConfigurationSource source,
      Duration graceOnSignal,
      ServiceManager manager)
      throws IOException {
    Service service = new Service(configuration, manager);
    try {
      service.start(source);
      ProcessSignals.onFirstToEnd(() -> service.shutdown(graceOnSignal));
      service.tellReady();
      return service;
    } catch (IOException | RuntimeException failure) {
      service.close();
      throw failure;
    }
  }

  private void start(ConfigurationSource source) throws IOException {
    Totals totals = new Totals();
    ProxyObserver observer = observer(totals);
    if (configuration.store().file().isPresent()) {
      store = Store.open(configuration.store().file().get(), new StoreReport(metrics.store()));
    }
    ChangeLog changes = store == null ? ChangeLog.NONE : store;
    proxy = Proxy.start(configuration.proxy(), changes, observer, manager.sockets());
    proxy.clusters().forEach(KeptReport::log);
    metrics.watch(proxy);
    reload = new Reload(proxy, configuration, source, reloads(), audit);
    Authentication authentication =
        new Authentication(configuration.telnet().secret(), System::nanoTime);
    language = ProxyLanguage.of(proxy, totals, this, authentication, audit, System::nanoTime);
    telnet = TelnetServer.start(configuration.telnet(), language, adminLoop.next());
    Site site =
        new Site(
            proxy,
            totals,
            language,
            audit,
            authentication,
            this::isReady,
            Optional.of(metricsSource()));
    http = HttpServer.start(configuration.http(), site, adminLoop.next());
    started = true;
  }

  /**
   * Who is told of what happens in the proxy: counts, metrics and, if it is on, the session log.
   */
  private ProxyObserver observer(Totals totals) {
    sessionLog = SessionLog.start(configuration.sessionLog());
    if (sessionLog.isEmpty()) {
      return totals.and(metrics);
    }
    SessionLog lines = sessionLog.get();
    totals.add("session-log-dropped", lines::dropped);
    metrics.sessionLog(lines::written, lines::dropped);
    return totals.and(metrics).and(lines);
  }

  private MetricsSource metricsSource() {
    return new MetricsSource() {
      @Override
      public String contentType(String accept) {
        return metrics.contentType(accept);
      }

      @Override
      public void scrape(String contentType, OutputStream out) throws IOException {
        metrics.write(contentType, out);
      }
    };
  }

  private boolean isReady() {
    return started && grace.get() == null;
  }

  private void tellReady() {
    Map<String, Executor> threads = new TreeMap<>(proxy.vitalThreads());
    threads.put("admin", adminLoop.next());
    manager.watch(threads);
    manager.ready(accepting());
  }

  private String accepting() {
    return "accepting on " + proxy.listeners().size() + " listener(s)";
  }

  private ReloadObserver reloads() {
    return new ReloadObserver() {
      @Override
      public void begun() {
        manager.reloading();
      }

      @Override
      public void ended(boolean applied) {
        if (grace.get() == null) {
          manager.ready(accepting() + (applied ? "" : "; the last reload was refused"));
        }
      }
    };
  }

  Proxy proxy() {
    return proxy;
  }

  /** Where the text channel listens. */
  InetSocketAddress telnetAddress() {
    return telnet.address();
  }

  /** Gives the commands of a tour from now on. */
  void startTour() {
    new DemoTour(language, audit, adminLoop.next()).start();
  }

  /** Where the admin HTTP address is. */
  InetSocketAddress httpAddress() {
    return http.address();
  }

  /** A line for each address: what it is, the listener's name, and the address. */
  List<String> addresses() {
    List<String> lines = new ArrayList<>();
    for (Listener listener : proxy.listeners()) {
      lines.add("listener " + listener.settings().name() + " " + HostPort.text(listener.address()));
    }
    lines.add("telnet " + HostPort.text(telnet.address()));
    lines.add("http " + HostPort.text(http.address()));
    return lines;
  }

  @Override
  public Iterable<String> configuration() {
    List<String> lines = SettingsInForce.of(reload.inForce());
    for (RunningCluster cluster : proxy.clusters()) {
      ConfigValues.visit(
          cluster.baseline(),
          cluster.snapshot(),
          value -> lines.add("clusters." + ConfigText.key(cluster.name()) + "." + value));
    }
    return lines;
  }

  @Override
  public Duration defaultGrace() {
    return GRACE;
  }

  @Override
  public CompletionStage<ReloadReport> reload(String by) {
    return reload.reload(by);
  }

  @Override
  public CompletionStage<ReloadReport> planReload(Optional<String> candidate) {
    return reload.plan(candidate);
  }

  /** Asks the service to end within that time; the first to ask decides. */
  @Override
  public void shutdown(Duration within) {
    if (grace.compareAndSet(null, within)) {
      log.info("shutting down: sessions end within {} s", within.toSeconds());
      asked.countDown();
    }
  }

  /** Waits until the service is asked to end, and then for its sessions to end. */
  void awaitEnd() throws InterruptedException {
    asked.await();
    manager.stopping(grace.get());
    proxy.drain(grace.get()).toCompletableFuture().join();
  }

  @Override
  public void close() {
    manager.stopWatching();
    if (http != null) {
      http.stop().toCompletableFuture().join();
    }
    if (telnet != null) {
      telnet.stop().toCompletableFuture().join();
    }
    adminLoop.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    if (reload != null) {
      reload.close();
    }
    if (proxy != null) {
      proxy.close();
    }
    if (store != null) {
      store.close();
    }
    sessionLog.ifPresent(SessionLog::close);
  }
}
