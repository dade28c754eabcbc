package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.Origin;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.fixture.TestTls;
import io.ballast.placement.LiveCounts;
import io.ballast.placement.Overrides;
import io.ballast.placement.Placement;
import io.ballast.placement.PlacementSettings;
import io.ballast.ring.Ring;
import io.ballast.session.CloseReason;
import io.ballast.session.LiveSessions;
import io.ballast.session.Session;
import io.ballast.session.SessionObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A relay in front of one cluster, with everything that it tells its observers on record. Closing
 * it checks that nothing is left of any session.
 */
final class Rig implements AutoCloseable {
  static final Duration STEP = Duration.ofMillis(500);

  final LiveCounts counts = new LiveCounts();
  final LiveSessions sessions = new LiveSessions();
  final Queue<Session> opened = new ConcurrentLinkedQueue<>();
  final LongAdder toldFromClients = new LongAdder();
  final LongAdder toldFromNodes = new LongAdder();
  final Queue<CloseReason> closed = new ConcurrentLinkedQueue<>();
  final Queue<CloseReason> rejected = new ConcurrentLinkedQueue<>();
  final Queue<ConnectOutcome> connects = new ConcurrentLinkedQueue<>();
  final RelayLoops loops;
  final Listener listener;
  volatile Snapshot snapshot;
  volatile Runnable onAccepted = () -> {};
  volatile Consumer<Session> onOpened = session -> {};
  private final List<Node> nodes;
  private final TestTls client;
  private final RelayedCluster cluster;

  /** How a rig is set up. */
  static final class Builder {
    private final LoopSettings.TransportChoice transport;
    private final List<Node> nodes = new ArrayList<>();
    private ListenerSettings settings =
        ListenerSettings.of("test", "phones", new HostPort("127.0.0.1", 0));
    private Duration gentleStep = STEP;
    private ConnectSettings connect = ConnectSettings.DEFAULT;
    private Function<HostPort, InetSocketAddress> addresses = literal(host -> true);
    private TestTls client;
    private Integer passed;
    private int threads = 2;

    private Builder(LoopSettings.TransportChoice transport) {
      this.transport = transport;
    }

    Builder node(String name, int port) {
      return node(new Node(name, new HostPort("127.0.0.1", port), "default", 1));
    }

    Builder node(Node node) {
      nodes.add(node);
      return this;
    }

    Builder listener(UnaryOperator<ListenerSettings> change) {
      settings = change.apply(settings);
      return this;
    }

    Builder connect(ConnectSettings other) {
      connect = other;
      return this;
    }

    Builder connect(UnaryOperator<ConnectSettings> change) {
      connect = change.apply(connect);
      return this;
    }

    Builder gentleStep(Duration other) {
      gentleStep = other;
      return this;
    }

    Builder addresses(Function<HostPort, InetSocketAddress> other) {
      addresses = other;
      return this;
    }

    /** Its clients speak TLS so. */
    Builder client(TestTls tls) {
      client = tls;
      return this;
    }

    /** It takes over a socket that listens already. */
    Builder passed(int descriptor) {
      passed = descriptor;
      return this;
    }

    /** It has so many event loops. */
    Builder loops(int count) {
      threads = count;
      return this;
    }

    Rig start() throws IOException {
      return new Rig(this);
    }
  }

  static Builder with(LoopSettings.TransportChoice transport) {
    return new Builder(transport);
  }

  static Builder with(Wire wire) {
    return wire.prepare(new Builder(wire.transport()));
  }

  /** A rig with the defaults in front of one node. */
  static Rig inFrontOf(Wire wire, TestServer server) throws IOException {
    return with(wire).node("n1", server.port()).start();
  }

  /** A rig with the defaults in front of one node. */
  static Rig inFrontOf(LoopSettings.TransportChoice transport, TestServer server)
      throws IOException {
    return with(transport).node("n1", server.port()).start();
  }

  private Rig(Builder setup) throws IOException {
    nodes = setup.nodes;
    client = setup.client;
    snapshot = Snapshot.of(ClusterSettings.of("phones", nodes));
    loops = new RelayLoops(new LoopSettings(setup.threads, setup.transport));
    cluster =
        new RelayedCluster(
            () -> snapshot,
            new Placement(PlacementSettings.DEFAULT, counts, new Overrides()),
            counts,
            sessions,
            setup.addresses,
            setup.connect,
            new Recorder(),
            (node, outcome, nanos) -> connects.add(outcome));
    listener =
        setup.passed == null
            ? Listener.bind(loops, setup.settings, cluster, setup.gentleStep)
            : Listener.open(loops, passed(setup.passed), setup.settings, cluster, null);
  }

  private BoundSocket passed(int descriptor) throws IOException {
    return BoundSocket.bind(loops, "test", new Bind.Passed("sets"), name -> descriptor);
  }

  private final class Recorder implements SessionObserver {
    @Override
    public void accepted(String listener) {
      onAccepted.run();
    }

    @Override
    public void opened(Session session) {
      opened.add(session);
      onOpened.accept(session);
    }

    @Override
    public void carried(Session session, long fromClient, long fromNode) {
      toldFromClients.add(fromClient);
      toldFromNodes.add(fromNode);
    }

    @Override
    public void closed(Session session, CloseReason reason) {
      closed.add(reason);
    }

    @Override
    public void rejected(Origin origin, CloseReason reason) {
      rejected.add(reason);
    }
  }

  /** The addresses of nodes whose hosts are literal, for the hosts that are known. */
  static Function<HostPort, InetSocketAddress> literal(Predicate<String> known) {
    return address ->
        known.test(address.host()) ? new InetSocketAddress(address.host(), address.port()) : null;
  }

  /** Changes the cluster, as its one writer would. */
  void change(Change change) {
    try {
      snapshot = snapshot.with(change);
    } catch (ChangeRefused refusal) {
      throw new AssertionError(refusal);
    }
  }

  /** Goes on with other settings of the listener, on the same socket. */
  void reconfigure(UnaryOperator<ListenerSettings> change) {
    ListenerSettings settings = change.apply(listener.settings());
    listener.reconfigure(settings, cluster, settings.loadTls(), listener.socket());
  }

  /** The identity of a set that the ring of the default zone gives to that node. */
  String setOwnedBy(String node) {
    Ring ring = snapshot.defaultZone().ring();
    for (int i = 0; ; i++) {
      String set = "set-" + i;
      if (ring.name(ring.owner(SetId.of(set).ringHash())).equals(node)) {
        return set;
      }
    }
  }

  TestSocket client() throws IOException {
    return secured(TestSocket.connect(listener.address()));
  }

  /** A client with a receive buffer of that size. */
  TestSocket client(int receiveBuffer) throws IOException {
    return secured(TestSocket.connect(listener.address(), receiveBuffer));
  }

  private TestSocket secured(TestSocket connected) throws IOException {
    return client == null ? connected : connected.secure(client);
  }

  /** The only session that was opened, as soon as it is. */
  Session session() {
    await().until(() -> !opened.isEmpty());
    return opened.element();
  }

  void awaitClosed(CloseReason... reasons) {
    await().untilAsserted(() -> assertThat(closed).containsExactly(reasons));
  }

  void awaitRejected(CloseReason... reasons) {
    await().untilAsserted(() -> assertThat(rejected).containsExactly(reasons));
  }

  /** Nothing is left of any session. */
  void awaitEmpty() {
    await()
        .untilAsserted(
            () -> {
              assertThat(listener.connections()).isZero();
              assertThat(sessions.size()).isZero();
              assertThat(counts.all()).isZero();
              for (Node node : nodes) {
                assertThat(counts.live(node.name())).isZero();
              }
            });
  }

  @Override
  public void close() {
    listener.stopAccepting();
    if (!loops.group().isShuttingDown()) {
      loops.abort(CloseReason.SHUTDOWN);
    }
    awaitEmpty();
    loops.close();
    assertThat(closed).hasSameSizeAs(opened);
  }
}
