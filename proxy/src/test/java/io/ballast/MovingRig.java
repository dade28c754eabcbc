package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.balance.BalanceSettings;
import io.ballast.balance.DampingSettings;
import io.ballast.balance.Mode;
import io.ballast.balance.NodeStatus;
import io.ballast.balance.OnDown;
import io.ballast.balance.PaceSettings;
import io.ballast.cluster.Affinity;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.Origin;
import io.ballast.cluster.ResolveSettings;
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
import io.ballast.relay.MoveSettings;
import io.ballast.ring.RingSettings;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import io.ballast.session.SessionObserver;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * A real proxy that moves sessions quickly, in front of nodes of one cluster, and sets that come
 * back. The zones {@code default}, {@code asia} and {@code europe} are there.
 */
final class MovingRig implements AutoCloseable {
  /** A listener whose sessions are moved, and one whose sessions are not. */
  static final int MOVING = 0;

  static final int STAYING = 1;

  final Queue<CloseReason> closed = new ConcurrentLinkedQueue<>();
  final Queue<CloseReason> rejected = new ConcurrentLinkedQueue<>();
  final Proxy proxy;
  final SetsOnSockets sets;
  private final Map<String, TestServer> servers;
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

  /** How a rig is set up. */
  static final class Builder {
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, TestServer> servers = new LinkedHashMap<>();
    private Mode mode = Mode.MOVE;
    private int nodeRate = 2000;
    private boolean probed;
    private IdentitySettings identity = new IdentitySettings.Line("^HELLO (?P<id>\\S+)");
    private String farewell = "";

    Builder node(String name, int weight, String zone) throws IOException {
      return node(name, weight, zone, peer -> greet(name, peer));
    }

    Builder node(String name, int weight, String zone, TestServer.Script script)
        throws IOException {
      TestServer server = new TestServer(script);
      servers.put(name, server);
      nodes.add(new Node(name, new HostPort("127.0.0.1", server.port()), zone, weight));
      return this;
    }

    Builder node(String name, int weight) throws IOException {
      return node(name, weight, Zone.DEFAULT);
    }

    /** A node that is a server of another kind. */
    Builder external(String name, int weight, int port) {
      nodes.add(new Node(name, new HostPort("127.0.0.1", port), Zone.DEFAULT, weight));
      return this;
    }

    Builder identity(IdentitySettings other) {
      identity = other;
      return this;
    }

    Builder farewell(String hex) {
      farewell = hex;
      return this;
    }

    Builder mode(Mode other) {
      mode = other;
      return this;
    }

    Builder nodeRate(int perSecond) {
      nodeRate = perSecond;
      return this;
    }

    Builder probed() {
      probed = true;
      return this;
    }

    MovingRig start() throws IOException {
      return new MovingRig(this);
    }
  }

  static Builder with() {
    return new Builder();
  }

  private MovingRig(Builder setup) throws IOException {
    servers = setup.servers;
    ClusterSettings cluster =
        new ClusterSettings(
            "phones",
            List.of(new Zone("asia"), new Zone("europe")),
            setup.nodes,
            Affinity.NONE,
            Map.of(),
            ClusterSettings.DEFAULT_WEIGHT,
            RingSettings.DEFAULT);
    HealthSettings health =
        new HealthSettings(
            setup.probed ? Duration.ofMillis(200) : Duration.ZERO, 2, 2, Duration.ofMillis(500));
    ClusterPolicy policy =
        new ClusterPolicy(
            cluster,
            new PlacementSettings(false, 4, BandSettings.DEFAULT),
            balance(setup),
            health,
            ConnectSettings.DEFAULT,
            ResolveSettings.DEFAULT);
    ListenerSettings moving =
        ListenerSettings.of("moving", "phones", new HostPort("127.0.0.1", 0))
            .withIdentity(setup.identity)
            .withMove(new MoveSettings(MoveSettings.Mode.RECONNECT, setup.farewell));
    ListenerSettings staying =
        ListenerSettings.of("staying", "phones", new HostPort("127.0.0.1", 0))
            .withIdentity(setup.identity)
            .withMove(new MoveSettings(MoveSettings.Mode.NONE, ""));
    LoopSettings two = new LoopSettings(2, LoopSettings.TransportChoice.AUTO);
    proxy =
        Proxy.start(
            new ProxySettings(List.of(policy), List.of(moving, staying), two),
            ChangeLog.NONE,
            new Recorder());
    sets = new SetsOnSockets(loops, address(MOVING));
  }

  /** Neither bands nor ages delay or cause a move. */
  private static BalanceSettings balance(Builder setup) {
    DampingSettings damping =
        new DampingSettings(
            Duration.ofHours(1),
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
            2000,
            setup.nodeRate,
            Duration.ZERO,
            Optional.of(Duration.ZERO),
            Duration.ofSeconds(10),
            false);
    return new BalanceSettings(setup.mode, OnDown.MOVE, damping, pace);
  }

  private final class Recorder implements ProxyObserver {
    @Override
    public SessionObserver sessions(String cluster) {
      return new SessionObserver() {
        @Override
        public void closed(Session session, CloseReason reason) {
          closed.add(reason);
        }

        @Override
        public void rejected(Origin origin, CloseReason reason) {
          rejected.add(reason);
        }
      };
    }
  }

  /** Tells a set the name of the node, and waits until it leaves. */
  private static void greet(String name, TestSocket peer) throws IOException {
    readLine(peer);
    peer.send(name + "\n");
    peer.socket().setSoTimeout(0);
    peer.end();
  }

  /** The next line without its end; null at the end of the stream. */
  static String readLine(TestSocket peer) throws IOException {
    StringBuilder line = new StringBuilder();
    byte[] one = peer.read(1);
    while (one.length == 1 && one[0] != '\n') {
      line.append((char) one[0]);
      one = peer.read(1);
    }
    return one.length == 0 ? null : line.toString();
  }

  RunningCluster cluster() {
    return proxy.cluster("phones").orElseThrow();
  }

  InetSocketAddress address(int listener) {
    return proxy.listeners().get(listener).address();
  }

  TestServer server(String node) {
    return servers.get(node);
  }

  /** Makes a change, and returns when it is in place. */
  void change(Change change) {
    cluster().submit(change).toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
  }

  void weigh(String node, int weight) {
    change(new Change.SetWeight(node, weight));
  }

  NodeStatus status(String node) {
    return cluster().status().stream()
        .filter(status -> status.node().equals(node))
        .findFirst()
        .orElseThrow();
  }

  /** Connects sets and waits until balancing knows of them all. */
  void connect(List<String> names) {
    connectBesides(names, 0);
  }

  /** The same, besides sessions that are there already. */
  void connectBesides(List<String> names, int others) {
    names.forEach(sets::connect);
    await().untilAsserted(() -> assertThat(sets.sessions()).isEqualTo(names.size()));
    awaitKnown(names.size() + others);
  }

  void awaitKnown(int sessions) {
    await()
        .untilAsserted(
            () ->
                assertThat(cluster().status().stream().mapToInt(NodeStatus::live).sum())
                    .isEqualTo(sessions));
  }

  /** Waits until balancing has looked at the cluster as it is, and nothing is left to move. */
  void awaitSettled() {
    await()
        .untilAsserted(
            () ->
                assertThat(cluster().status())
                    .allMatch(s -> s.due() == 0 && s.arriving() == 0 && s.leaving() == 0));
  }

  @Override
  public void close() throws IOException {
    sets.close();
    proxy.close();
    for (TestServer server : servers.values()) {
      server.close();
    }
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
