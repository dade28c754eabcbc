package io.ballast.metrics;

import static org.awaitility.Awaitility.await;

import io.ballast.ClusterPolicy;
import io.ballast.Proxy;
import io.ballast.ProxySettings;
import io.ballast.RunningCluster;
import io.ballast.balance.BalanceSettings;
import io.ballast.balance.DampingSettings;
import io.ballast.balance.Mode;
import io.ballast.balance.OnDown;
import io.ballast.balance.PaceSettings;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.ResolveSettings;
import io.ballast.fixture.TestSocket;
import io.ballast.health.HealthSettings;
import io.ballast.identity.IdentitySettings;
import io.ballast.placement.PlacementSettings;
import io.ballast.relay.ConnectSettings;
import io.ballast.relay.ListenerSettings;
import io.ballast.relay.LoopSettings;
import io.ballast.sim.EchoBackend;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A running proxy with metrics: cluster {@code phones} with the nodes {@code a} and {@code b},
 * which are echo backends, behind the listener {@code sets}. It balances ten times a second and
 * waits for nothing. Belongs to the test's thread.
 */
final class MeteredProxy implements AutoCloseable {
  private static final InetSocketAddress FREE =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  final Metrics metrics = new Metrics();
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final List<EchoBackend> backends = new ArrayList<>();
  private final List<TestSocket> clients = new ArrayList<>();
  private final Proxy proxy;

  private MeteredProxy() throws IOException {
    ClusterSettings cluster = ClusterSettings.of("phones", List.of(node("a"), node("b")));
    ClusterPolicy policy =
        new ClusterPolicy(
            cluster,
            PlacementSettings.DEFAULT,
            quick(),
            new HealthSettings(Duration.ofMillis(200), 2, 3, Duration.ofSeconds(10)),
            ConnectSettings.DEFAULT,
            ResolveSettings.DEFAULT);
    ListenerSettings listener =
        ListenerSettings.of("sets", "phones", new HostPort("127.0.0.1", 0))
            .withIdentity(new IdentitySettings.Line("^HELLO (?P<id>\\S+)"));
    LoopSettings loop = new LoopSettings(1, LoopSettings.TransportChoice.AUTO);
    proxy =
        Proxy.start(
            new ProxySettings(List.of(policy), List.of(listener), loop), ChangeLog.NONE, metrics);
    metrics.watch(proxy);
  }

  static MeteredProxy start() throws IOException {
    return new MeteredProxy();
  }

  private static BalanceSettings quick() {
    Duration none = Duration.ZERO;
    DampingSettings damping =
        new DampingSettings(none, none, none, Duration.ofMinutes(1), none, none, none, none, 8);
    PaceSettings pace =
        new PaceSettings(
            Duration.ofMillis(100),
            1000,
            1000,
            Duration.ZERO,
            Optional.of(Duration.ZERO),
            Duration.ofSeconds(60),
            false);
    return new BalanceSettings(Mode.MOVE, OnDown.MOVE, damping, pace);
  }

  private Node node(String name) {
    EchoBackend backend = EchoBackend.start(name, FREE, loops);
    backends.add(backend);
    return new Node(
        name, new HostPort("127.0.0.1", backend.address().getPort()), "default", 100, 0);
  }

  RunningCluster cluster() {
    return proxy.cluster("phones").orElseThrow();
  }

  void make(Change change) {
    cluster().submit(change).toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }

  /** Connects a set, and returns the node that has answered it. */
  String connect(String set) throws IOException {
    TestSocket client = TestSocket.connect(proxy.listeners().get(0).address());
    clients.add(client);
    client.send("HELLO " + set + "\n");
    String answer = client.readText("a HELLO ".length() + set.length() + 1);
    return answer.substring(0, 1);
  }

  /** Connects, and leaves before it says who it is. */
  void leaveAtOnce() throws IOException {
    try (TestSocket client = TestSocket.connect(proxy.listeners().get(0).address())) {
      client.finish();
    }
  }

  /** Closes every client, and waits for their sessions to end. */
  void disconnect() throws IOException {
    for (TestSocket client : clients) {
      client.close();
    }
    clients.clear();
    await().atMost(Duration.ofSeconds(30)).until(() -> cluster().sessions().size() == 0);
  }

  /** The metrics as they are now. */
  Scrape scrape() throws IOException {
    return scrape("");
  }

  /** The same in a format that the header Accept asks for. */
  Scrape scrape(String accept) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    metrics.write(metrics.contentType(accept), out);
    return new Scrape(out.toString(StandardCharsets.UTF_8));
  }

  /** Waits until a series has that value. */
  void awaitValue(String series, double value) {
    await(series + " = " + value)
        .atMost(Duration.ofSeconds(30))
        .until(() -> scrape().value(series).equals(Optional.of(value)));
  }

  @Override
  public void close() throws IOException {
    for (TestSocket client : clients) {
      client.close();
    }
    proxy.close();
    backends.forEach(EchoBackend::close);
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
