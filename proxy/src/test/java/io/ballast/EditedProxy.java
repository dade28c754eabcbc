package io.ballast;

import static org.awaitility.Awaitility.await;

import com.google.re2j.Pattern;
import io.ballast.balance.BalanceSettings;
import io.ballast.balance.DampingSettings;
import io.ballast.balance.Mode;
import io.ballast.balance.OnDown;
import io.ballast.balance.PaceSettings;
import io.ballast.cluster.Affinity;
import io.ballast.cluster.AffinityRule;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.ResolveSettings;
import io.ballast.cluster.SetTable;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.Zone;
import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.health.HealthSettings;
import io.ballast.identity.IdentitySettings;
import io.ballast.placement.BandSettings;
import io.ballast.placement.PlacementSettings;
import io.ballast.relay.ConnectSettings;
import io.ballast.relay.ListenerSettings;
import io.ballast.relay.LoopSettings;
import io.ballast.ring.RingSettings;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import io.ballast.session.SessionObserver;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * A proxy whose settings a test edits. Its nodes greet with their name and then echo; sessions move
 * quickly, and nothing but weights, zones and orders moves them.
 */
final class EditedProxy implements AutoCloseable {
  static final HostPort ANY = new HostPort("127.0.0.1", 0);
  static final LoopSettings LOOPS = new LoopSettings(2, LoopSettings.TransportChoice.AUTO);

  /** In place of the node's name if there is none. */
  static final String TURNED_AWAY = "null";

  /** The policy of a cluster, but for how its nodes are connected to. */
  static ClusterPolicy connecting(ClusterSettings cluster, ConnectSettings connect) {
    ClusterPolicy defaults = ClusterPolicy.of(cluster);
    return new ClusterPolicy(
        defaults.cluster(),
        defaults.placement(),
        defaults.balance(),
        defaults.health(),
        connect,
        defaults.resolve());
  }

  final Queue<CloseReason> closed = new ConcurrentLinkedQueue<>();
  final Proxy proxy;
  private final Map<String, TestServer> servers = new LinkedHashMap<>();
  private final List<TestSocket> clients = new ArrayList<>();

  EditedProxy(ChangeLog changes, ListenerSettings listener, ClusterSpec... clusters)
      throws IOException {
    proxy = Proxy.start(settings(List.of(listener), clusters), changes, new Recorder());
  }

  EditedProxy(ClusterSpec... clusters) throws IOException {
    this(ChangeLog.NONE, listener("sets", clusters[0].name()), clusters);
  }

  /** A cluster of nodes {@code name weight [zone]}. */
  record ClusterSpec(
      String name, List<AffinityRule> rules, List<Pattern> pinned, List<String> nodes) {
    ClusterSpec(String name, String... nodes) {
      this(name, List.of(), nodes);
    }

    ClusterSpec(String name, List<AffinityRule> rules, String... nodes) {
      this(name, rules, List.of(), List.of(nodes));
    }

    ClusterSpec pinning(String pattern) {
      return new ClusterSpec(name, rules, List.of(Pattern.compile(pattern)), nodes);
    }
  }

  private final class Recorder implements ProxyObserver {
    @Override
    public SessionObserver sessions(String cluster) {
      return new SessionObserver() {
        @Override
        public void closed(Session session, CloseReason reason) {
          closed.add(reason);
        }
      };
    }
  }

  static ListenerSettings listener(String name, String cluster) {
    return ListenerSettings.of(name, cluster, ANY)
        .withIdentity(new IdentitySettings.Line("^HELLO (?P<id>\\S+)"));
  }

  ProxySettings settings(List<ListenerSettings> listeners, ClusterSpec... clusters) {
    return new ProxySettings(Arrays.stream(clusters).map(this::policy).toList(), listeners, LOOPS);
  }

  ClusterPolicy policy(ClusterSpec spec) {
    ClusterSettings cluster =
        new ClusterSettings(
            spec.name(),
            List.of(new Zone("asia")),
            spec.nodes().stream().map(this::node).toList(),
            new Affinity(spec.rules(), SetTable.empty(), spec.pinned()),
            Map.of(),
            ClusterSettings.DEFAULT_WEIGHT,
            RingSettings.DEFAULT);
    return new ClusterPolicy(
        cluster,
        new PlacementSettings(false, 4, BandSettings.DEFAULT),
        quick(),
        new HealthSettings(Duration.ZERO, 2, 2, Duration.ofMillis(500)),
        ConnectSettings.DEFAULT,
        ResolveSettings.DEFAULT);
  }

  private static BalanceSettings quick() {
    Duration none = Duration.ZERO;
    return new BalanceSettings(
        Mode.MOVE,
        OnDown.MOVE,
        new DampingSettings(
            Duration.ofHours(1), none, none, Duration.ofMinutes(1), none, none, none, none, 8),
        new PaceSettings(
            Duration.ofMillis(100),
            2000,
            2000,
            none,
            Optional.of(none),
            Duration.ofSeconds(10),
            false));
  }

  Node node(String spec) {
    String[] words = spec.split(" ", -1);
    TestServer server = servers.computeIfAbsent(words[0], EditedProxy::greeting);
    return new Node(
        words[0],
        new HostPort("127.0.0.1", server.port()),
        words.length > 2 ? words[2] : Zone.DEFAULT,
        Integer.parseInt(words[1]));
  }

  private static TestServer greeting(String name) {
    try {
      return new TestServer(
          peer -> {
            peer.send(name + "\n");
            byte[] buffer = new byte[4096];
            for (int n = peer.read(buffer); n >= 0; n = peer.read(buffer)) {
              peer.send(Arrays.copyOf(buffer, n));
            }
          });
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  ProxyEdit edit(List<ListenerSettings> listeners, ClusterSpec... clusters) throws Exception {
    return proxy.reconfigure(settings(listeners, clusters), Reconciliation.CONFIGURATION_HOLDS);
  }

  ProxyEdit edit(ClusterSpec... clusters) throws Exception {
    return edit(proxy.settings().listeners(), clusters);
  }

  /** What was said of single sets at run time holds. */
  static Reconciliation.Reconciled withRunTimeSets(
      ClusterSettings was, Snapshot now, ClusterSettings configured) {
    ClusterSettings merged =
        new ClusterSettings(
            configured.name(),
            configured.zones(),
            configured.nodes(),
            configured.affinity().withSets(now.affinity().sets()),
            now.pins().toMap(),
            configured.defaultWeight(),
            configured.ring());
    return new Reconciliation.Reconciled(Snapshot.of(merged), List.of());
  }

  RunningCluster cluster(String name) {
    return proxy.cluster(name).orElseThrow();
  }

  void change(String cluster, Change change) throws ChangeRefused {
    cluster(cluster).submit(change).toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
  }

  /** A live session, and the name of its node. */
  record Greeted(TestSocket socket, String node, String set) {
    /** Whether bytes go both ways. */
    boolean carries(String text) throws IOException {
      return socket.send(text).readText(text.length()).equals(text);
    }
  }

  Greeted connect(String listener, String set) throws IOException {
    TestSocket socket =
        TestSocket.connect(
            proxy.listeners().stream()
                .filter(it -> it.settings().name().equals(listener))
                .findFirst()
                .orElseThrow()
                .address());
    clients.add(socket);
    String hello = "HELLO " + set + "\n";
    try {
      socket.send(hello);
      String node = MovingRig.readLine(socket);
      socket.read(node == null ? 0 : hello.length());
      return new Greeted(socket, String.valueOf(node), set);
    } catch (SocketException reset) {
      return new Greeted(socket, TURNED_AWAY, set);
    }
  }

  /** Connects set after set until the node has one. */
  Greeted connectTo(String node) throws IOException {
    for (int i = 0; i < 1000; i++) {
      Greeted greeted = connect(proxy.listeners().get(0).settings().name(), node + "-set-" + i);
      if (greeted.node().equals(node)) {
        return greeted;
      }
      greeted.socket().close();
    }
    throw new AssertionError("no set is placed on " + node);
  }

  void awaitGone(String cluster, String node) {
    await("node " + node + " is gone")
        .until(() -> cluster(cluster).snapshot().node(node).isEmpty());
  }

  @Override
  public void close() throws IOException {
    for (TestSocket client : clients) {
      client.close();
    }
    proxy.close();
    for (TestServer server : servers.values()) {
      server.close();
    }
  }
}
