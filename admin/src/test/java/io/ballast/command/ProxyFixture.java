package io.ballast.command;

import io.ballast.ClusterPolicy;
import io.ballast.Proxy;
import io.ballast.ProxySettings;
import io.ballast.RunningCluster;
import io.ballast.balance.BalanceSettings;
import io.ballast.balance.DampingSettings;
import io.ballast.balance.Mode;
import io.ballast.balance.OnDown;
import io.ballast.balance.PaceSettings;
import io.ballast.cluster.Affinity;
import io.ballast.cluster.AffinityRule;
import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Network;
import io.ballast.cluster.Node;
import io.ballast.cluster.ResolveSettings;
import io.ballast.cluster.SetId;
import io.ballast.cluster.SetTable;
import io.ballast.cluster.Zone;
import io.ballast.health.HealthSettings;
import io.ballast.identity.IdentitySettings;
import io.ballast.placement.PlacementSettings;
import io.ballast.relay.ConnectSettings;
import io.ballast.relay.ListenerSettings;
import io.ballast.relay.LoopSettings;
import io.ballast.ring.RingSettings;
import io.ballast.sim.EchoBackend;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A running proxy whose cluster {@code phones} has two nodes in North America, two in asia and one
 * in the default zone, all of them echo backends; and the language to speak to it.
 */
public final class ProxyFixture implements AutoCloseable {
  private static final InetSocketAddress FREE =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  final Totals totals = new Totals();
  final Audit audit = new Audit(System::currentTimeMillis);
  final RecordingProcess process = new RecordingProcess();
  final Proxy proxy;
  final Caller caller = new Caller("192.0.2.1:5555", "192.0.2.1", true);
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Map<String, EchoBackend> backends = new LinkedHashMap<>();
  private final Language language;

  private ProxyFixture(BalanceSettings balance, ChangeLog changes, String... otherClusters)
      throws IOException {
    List<Node> nodes =
        List.of(
            node("na-1", "North America", 10, 0),
            node("na-2", "North America", 10, 50),
            node("ap-1", "asia", 20, 0),
            node("ap-2", "asia", 10, 0),
            node("hub", Zone.DEFAULT, 1, 0));
    List<ClusterPolicy> clusters = new ArrayList<>(List.of(policy(phones(nodes), balance)));
    for (String name : otherClusters) {
      clusters.add(policy(ClusterSettings.of(name, List.of()), balance));
    }
    ListenerSettings listener =
        ListenerSettings.of("sets", "phones", new HostPort("127.0.0.1", 0))
            .withIdentity(new IdentitySettings.Line("^HELLO (?P<id>\\S+)"));
    LoopSettings loop = new LoopSettings(1, LoopSettings.TransportChoice.AUTO);
    proxy = Proxy.start(new ProxySettings(clusters, List.of(listener), loop), changes, totals);
    language =
        ProxyLanguage.of(
            proxy,
            totals,
            process,
            new Authentication(Optional.empty(), System::nanoTime),
            audit,
            System::nanoTime);
  }

  static ProxyFixture open(String... otherClusters) throws IOException {
    return new ProxyFixture(BalanceSettings.DEFAULT, ChangeLog.NONE, otherClusters);
  }

  /** Balances ten times a second, and waits neither for quiet nor for anything to age. */
  public static ProxyFixture quick() throws IOException {
    return new ProxyFixture(quick(Mode.MOVE), ChangeLog.NONE);
  }

  /** As {@link #quick()}, but tells of moves instead of making them. */
  static ProxyFixture observing() throws IOException {
    return new ProxyFixture(quick(Mode.OBSERVE), ChangeLog.NONE);
  }

  private static BalanceSettings quick(Mode mode) {
    DampingSettings damping =
        new DampingSettings(
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofMinutes(1),
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            8);
    PaceSettings pace =
        new PaceSettings(
            Duration.ofMillis(100),
            1000,
            1000,
            Duration.ZERO,
            Optional.of(Duration.ZERO),
            Duration.ofSeconds(10),
            false);
    return new BalanceSettings(mode, OnDown.MOVE, damping, pace);
  }

  static ProxyFixture withLog(ChangeLog changes) throws IOException {
    return new ProxyFixture(BalanceSettings.DEFAULT, changes);
  }

  private Node node(String name, String zone, int weight, int maxSessions) {
    EchoBackend backend = EchoBackend.start(name, FREE, loops);
    backends.put(name, backend);
    HostPort address = new HostPort("127.0.0.1", backend.address().getPort());
    return new Node(name, address, zone, weight, maxSessions);
  }

  private static ClusterSettings phones(List<Node> nodes) {
    SetTable<String> sets =
        SetTable.of(Map.of(SetId.of("lobby"), "asia", SetId.of("desk 7"), "North America"));
    AffinityRule rule =
        new AffinityRule(
            Optional.of(Network.parse("203.0.113.0/24")),
            Optional.empty(),
            Optional.empty(),
            "asia");
    return new ClusterSettings(
        "phones",
        List.of(new Zone("North America"), new Zone("asia", "North America")),
        nodes,
        new Affinity(List.of(rule), sets),
        Map.of(),
        ClusterSettings.DEFAULT_WEIGHT,
        RingSettings.DEFAULT);
  }

  private static ClusterPolicy policy(ClusterSettings cluster, BalanceSettings balance) {
    HealthSettings unprobed = new HealthSettings(Duration.ZERO, 2, 3, Duration.ofSeconds(1));
    return new ClusterPolicy(
        cluster,
        PlacementSettings.DEFAULT,
        balance,
        unprobed,
        ConnectSettings.DEFAULT,
        ResolveSettings.DEFAULT);
  }

  RunningCluster phones() {
    return proxy.cluster("phones").orElseThrow();
  }

  /** A loop for channels. */
  public EventLoop loop() {
    return loops.next();
  }

  /** The proxy. */
  public Proxy proxy() {
    return proxy;
  }

  /** Its counts. */
  public Totals totals() {
    return totals;
  }

  /** What was changed. */
  public Audit audit() {
    return audit;
  }

  /** The language to speak to it. */
  public Language language() {
    return language;
  }

  String address(String node) {
    return "127.0.0.1:" + backends.get(node).address().getPort();
  }

  /** The lines of the reply to a command. */
  public List<String> ask(String line) {
    Answer answer =
        language
            .run(line.getBytes(StandardCharsets.UTF_8), caller)
            .toCompletableFuture()
            .orTimeout(30, TimeUnit.SECONDS)
            .join();
    Reply reply = (Reply) answer;
    List<String> lines = new ArrayList<>();
    for (Iterator<String> data = reply.lines(); data.hasNext(); ) {
      lines.add(reply.nextLine());
    }
    lines.add(reply.ending().line());
    return lines;
  }

  /** The only line of the reply to a command. */
  String askOne(String line) {
    List<String> lines = ask(line);
    if (lines.size() != 1) {
      throw new AssertionError("one line expected of " + line + ", not " + lines);
    }
    return lines.get(0);
  }

  /** Connects a set through the proxy. */
  public LiveSet connect(String set) throws IOException {
    return LiveSet.connect(proxy.listeners().get(0).address(), set);
  }

  @Override
  public void close() {
    proxy.close();
    backends.values().forEach(EchoBackend::close);
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
