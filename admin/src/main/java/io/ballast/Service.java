package io.ballast;

import io.ballast.cluster.ChangeLog;
import io.ballast.command.ProxyLanguage;
import io.ballast.command.ServingProcess;
import io.ballast.command.Totals;
import io.ballast.conf.Configuration;
import io.ballast.relay.Listener;
import io.ballast.store.ConfigValues;
import io.ballast.store.Store;
import io.ballast.store.StoreObserver;
import io.ballast.telnet.TelnetServer;
import io.ballast.telnet.TelnetSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A proxy with its store and its text channel, as one process runs it. It ends when it is asked to,
 * by {@code SHUTDOWN} or by a signal.
 */
final class Service implements AutoCloseable, ServingProcess {
  private static final Logger log = LoggerFactory.getLogger(Service.class);

  /** How long sessions may take to end when nothing else is said. */
  static final Duration GRACE = Duration.ofSeconds(10);

  private final Configuration configuration;
  private final AtomicReference<Duration> grace = new AtomicReference<>();
  private final CountDownLatch asked = new CountDownLatch(1);
  private Store store;
  private Proxy proxy;
  private TelnetServer telnet;

  private Service(Configuration configuration) {
    this.configuration = configuration;
  }

  /**
   * Starts everything that the configuration says.
   *
   * @throws IOException if an address cannot be bound; nothing is left running
   */
  static Service start(Configuration configuration, Duration graceOnSignal) throws IOException {
    Service service = new Service(configuration);
    try {
      service.start();
      EndingSignals.onFirst(() -> service.shutdown(graceOnSignal));
      return service;
    } catch (IOException | RuntimeException failure) {
      service.close();
      throw failure;
    }
  }

  private void start() throws IOException {
    Totals totals = new Totals();
    if (configuration.store().file().isPresent()) {
      store = Store.open(configuration.store().file().get(), StoreObserver.NONE);
    }
    proxy = Proxy.start(configuration.proxy(), store == null ? ChangeLog.NONE : store, totals);
    TelnetSettings settings = configuration.telnet();
    telnet =
        TelnetServer.start(
            settings, ProxyLanguage.of(proxy, totals, this, settings.secret(), System::nanoTime));
  }

  Proxy proxy() {
    return proxy;
  }

  /** Where the text channel listens. */
  InetSocketAddress telnetAddress() {
    return telnet.address();
  }

  /** A line for each address: what it is, the listener's name, and the address. */
  List<String> addresses() {
    List<String> lines = new ArrayList<>();
    for (Listener listener : proxy.listeners()) {
      lines.add("listener " + listener.settings().name() + " " + text(listener.address()));
    }
    lines.add("telnet " + text(telnet.address()));
    return lines;
  }

  static String text(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  @Override
  public Iterable<String> configuration() {
    List<String> lines = SettingsInForce.of(configuration);
    for (RunningCluster cluster : proxy.clusters()) {
      ConfigValues.visit(
          cluster.policy().cluster(),
          cluster.snapshot(),
          value -> lines.add("clusters." + cluster.name() + "." + value));
    }
    return lines;
  }

  @Override
  public Duration defaultGrace() {
    return GRACE;
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
    proxy.drain(grace.get()).toCompletableFuture().join();
  }

  @Override
  public void close() {
    if (telnet != null) {
      telnet.stop().toCompletableFuture().join();
    }
    if (proxy != null) {
      proxy.close();
    }
    if (store != null) {
      store.close();
    }
  }
}
