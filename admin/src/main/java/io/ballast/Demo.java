package io.ballast;

import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.conf.Configuration;
import io.ballast.http.HttpSettings;
import io.ballast.relay.Bind;
import io.ballast.relay.ListenerSettings;
import io.ballast.sim.EchoBackend;
import io.ballast.sim.Habits;
import io.ballast.sim.SimulatedSets;
import io.ballast.store.StoreSettings;
import io.ballast.systemd.ServiceManager;
import io.ballast.telnet.TelnetSettings;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * The demonstration: a service whose nodes are embedded backends, and sets that are connected to
 * it. Addresses of the configuration that are taken are replaced by free ones.
 */
final class Demo implements AutoCloseable {
  private static final int LOOPS = 1;

  /** The number of each zone's first set. */
  private static final int FIRST_EXTENSION = 1001;

  private static final String[] ZONE_OF_SET = {"phone-na-", "phone-ap-", "phone-"};

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          LOOPS, new DefaultThreadFactory("ballast-demo"), NioIoHandler.newFactory());
  private final List<EchoBackend> backends = new ArrayList<>();

  /** What has another port than it is configured for, and which address is in use. */
  private final List<String> elsewhere = new ArrayList<>();

  private Service service;
  private SimulatedSets sets;

  private Demo() {}

  /**
   * Starts backends, the service and that many sets.
   *
   * @throws IOException if an address cannot be bound; nothing is left running
   */
  static Demo start(Configuration configuration, int sets) throws IOException {
    Demo demo = new Demo();
    try {
      demo.service =
          Service.start(
              demo.embedded(configuration),
              ConfigurationSource.none(
                  "the demonstration has no file to read again; run serve with one"),
              Duration.ZERO,
              ServiceManager.none());
      demo.connect(sets);
      return demo;
    } catch (IOException | RuntimeException failure) {
      demo.close();
      throw failure;
    }
  }

  /** The configuration with the backends' addresses for its nodes, and binds that are free. */
  private Configuration embedded(Configuration configured) {
    ClusterPolicy policy = configured.proxy().clusters().get(0);
    ClusterSettings cluster = policy.cluster().withNodes(started(policy.cluster().nodes()));
    List<ListenerSettings> listeners =
        configured.proxy().listeners().stream().map(this::onFreeAddress).toList();
    TelnetSettings telnet = configured.telnet();
    HttpSettings http = configured.http();
    return new Configuration(
        new ProxySettings(
            List.of(policy.withCluster(cluster)), listeners, configured.proxy().loops()),
        telnet.withBind(freeHostPort("telnet", telnet.bind())),
        http.withBind(freeHostPort("http", http.bind())),
        StoreSettings.NONE,
        configured.sessionLog());
  }

  private List<Node> started(List<Node> nodes) {
    List<Node> started = new ArrayList<>();
    for (Node node : nodes) {
      InetSocketAddress free = freeAddress("backend " + node.name(), node.address());
      EchoBackend backend = EchoBackend.start(node.name(), free, loops);
      backends.add(backend);
      HostPort address = new HostPort(node.address().host(), backend.address().getPort());
      started.add(new Node(node.name(), address, node.zone(), node.weight(), node.maxSessions()));
    }
    return started;
  }

  private ListenerSettings onFreeAddress(ListenerSettings listener) {
    return listener.bind() instanceof Bind.Address bind
        ? listener.withBind(freeHostPort("listener " + listener.name(), bind.at()))
        : listener;
  }

  private HostPort freeHostPort(String what, HostPort wanted) {
    return new HostPort(wanted.host(), freeAddress(what, wanted).getPort());
  }

  /** The address itself, or with port 0 if another has it. */
  private InetSocketAddress freeAddress(String what, HostPort wanted) {
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(InetAddress.getByName(wanted.host()), wanted.port()));
      return new InetSocketAddress(wanted.host(), wanted.port());
    } catch (IOException taken) {
      elsewhere.add(wanted + " is in use: " + what + " has another port");
      return new InetSocketAddress(wanted.host(), 0);
    }
  }

  private void connect(int count) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(ZONE_OF_SET[i % ZONE_OF_SET.length] + (FIRST_EXTENSION + i / ZONE_OF_SET.length));
    }
    sets =
        new SimulatedSets(
            ids,
            service.proxy().listeners().get(0).address(),
            loops,
            Habits.CALM,
            new SplittableRandom());
  }

  /** What runs where, and what to try. */
  List<String> introduction(boolean still) {
    List<String> lines = new ArrayList<>();
    lines.add("Ballast " + Version.current() + ", demonstration");
    lines.add("");
    for (EchoBackend backend : backends) {
      lines.add("backend   " + backend.name() + "  " + HostPort.text(backend.address()));
    }
    service.addresses().forEach(lines::add);
    elsewhere.forEach(lines::add);
    String telnet =
        service.telnetAddress().getAddress().getHostAddress()
            + " "
            + service.telnetAddress().getPort();
    InetSocketAddress listener = service.proxy().listeners().get(0).address();
    lines.add("");
    lines.add("Open in a browser:");
    lines.add("  http://" + HostPort.text(service.httpAddress()) + "/");
    if (!still) {
      lines.add(
          "    It drains na-1 in a few seconds, and so on, until you change something yourself.");
    }
    lines.add("");
    lines.add("Try, in another terminal:");
    lines.add("  telnet " + telnet);
    lines.add("    HELP                        every command");
    lines.add("    ZONES                       three zones, and how many sessions each has");
    lines.add("    LOAD                        live sessions of each node");
    lines.add("    LIST phone-na-1001          the nodes that a set would try, in order");
    lines.add("    PLAN DRAIN na-1             what would move if a node was emptied");
    lines.add("    DRAIN na-1                  its sessions move to the other node of its zone");
    lines.add("    WATCH                       see them move; an empty line ends it");
    lines.add("    SETWEIGHT na-1 10 OVER 1m   bring it back step by step");
    lines.add(
        "  printf 'HELLO phone-na-1001\\n' | nc -q 1 "
            + listener.getAddress().getHostAddress()
            + " "
            + listener.getPort());
    lines.add("                                answered by the node that the set belongs on");
    lines.add("");
    lines.add("Ctrl-C ends it.");
    return lines;
  }

  /** Has something to show from now on. */
  void startTour() {
    service.startTour();
  }

  void awaitEnd() throws InterruptedException {
    service.awaitEnd();
  }

  @Override
  public void close() {
    if (sets != null) {
      sets.close();
    }
    if (service != null) {
      service.close();
    }
    backends.forEach(EchoBackend::close);
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
