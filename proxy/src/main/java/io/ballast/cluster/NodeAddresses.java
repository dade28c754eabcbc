package io.ballast.cluster;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The socket addresses of a cluster's nodes. Host names are looked up when their node appears in a
 * snapshot and again at an interval, since an address may be given to another host; a look-up that
 * fails keeps the address known before.
 *
 * <p>Look-ups block, so they run on a thread of their own, which owns all state but the addresses
 * found; {@link #resolved} may be called from any thread and takes no lock. A name with several
 * addresses keeps the one it has for as long as the name has it: a node is one server, and would
 * otherwise jump from one to another whenever a name server rotates its answer.
 */
public final class NodeAddresses implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(NodeAddresses.class);

  private final Cluster cluster;
  private ResolveSettings settings;
  private final Lookup lookup;
  private final ScheduledExecutorService thread;
  private final Map<String, LookedUp> hosts = new HashMap<>();
  private final ConcurrentMap<String, InetAddress> known = new ConcurrentHashMap<>();
  // What was answered last, so that the sessions of a node share it.
  private final ConcurrentMap<HostPort, InetSocketAddress> answered = new ConcurrentHashMap<>();

  /** Finds the addresses of a host name. */
  @FunctionalInterface
  interface Lookup {
    /**
     * Returns the addresses of the name, the preferred one first; may block.
     *
     * @throws UnknownHostException if there is none, or the name service does not answer
     */
    List<InetAddress> addressesOf(String name) throws UnknownHostException;
  }

  /** A name that is looked up again and again. */
  private static final class LookedUp {
    Future<?> lookups;
    boolean failing;
  }

  /** Follows the cluster with a thread of its own, until closed. */
  public NodeAddresses(Cluster cluster, ResolveSettings settings) {
    this(
        cluster,
        settings,
        name -> List.of(InetAddress.getAllByName(name)),
        ownThread("resolve-" + cluster.snapshot().cluster()));
  }

  /** Follows the cluster on a thread that runs one task at a time and is shut down at the end. */
  NodeAddresses(
      Cluster cluster, ResolveSettings settings, Lookup lookup, ScheduledExecutorService thread) {
    this.cluster = cluster;
    this.settings = settings;
    this.lookup = lookup;
    this.thread = thread;
    cluster.observe((before, after, changes) -> thread.execute(this::follow));
    thread.execute(this::follow);
  }

  /**
   * The address to connect to, at once: a literal address as it is, a name's last known address.
   *
   * @return null if the name's address is not known, because the first look-up has not ended or
   *     none has succeeded
   */
  public InetSocketAddress resolved(HostPort address) {
    InetAddress name = known.get(address.host());
    InetSocketAddress last = answered.get(address);
    if (last != null && (name == null || name.equals(last.getAddress()))) {
      return last;
    }
    InetAddress host = name != null ? name : Network.address(address.host()).orElse(null);
    if (host == null) {
      return null;
    }
    InetSocketAddress answer = new InetSocketAddress(host, address.port());
    answered.put(address, answer);
    return answer;
  }

  /** Looks names up at another interval, each for the first time at once. */
  public void reconfigure(ResolveSettings newSettings) {
    thread.execute(
        () -> {
          settings = newSettings;
          hosts.forEach(
              (name, host) -> {
                host.lookups.cancel(false);
                begin(name, host);
              });
        });
  }

  /** Ends the look-ups and their thread; the addresses known stay known. */
  @Override
  public void close() {
    thread.shutdownNow();
  }

  /** Discards what it is given after it was shut down: snapshots may be published until the end. */
  private static ScheduledExecutorService ownThread(String name) {
    return new ScheduledThreadPoolExecutor(
        1,
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        },
        new ThreadPoolExecutor.DiscardPolicy());
  }

  /** Takes up the names of the latest snapshot and drops those that it has no more. */
  private void follow() {
    Set<String> names = new HashSet<>();
    Set<HostPort> addresses = new HashSet<>();
    for (NodeState state : cluster.snapshot().nodes()) {
      addresses.add(state.node().address());
      String host = state.node().address().host();
      if (Network.address(host).isEmpty()) {
        names.add(host);
      }
    }
    hosts.entrySet().removeIf(entry -> !names.contains(entry.getKey()) && dropped(entry));
    answered.keySet().retainAll(addresses);
    for (String name : names) {
      hosts.computeIfAbsent(name, this::begin);
    }
  }

  private LookedUp begin(String name) {
    LookedUp host = new LookedUp();
    begin(name, host);
    return host;
  }

  private void begin(String name, LookedUp host) {
    host.lookups =
        thread.scheduleWithFixedDelay(
            () -> lookUp(name, host), 0, settings.interval().toNanos(), TimeUnit.NANOSECONDS);
  }

  private boolean dropped(Map.Entry<String, LookedUp> entry) {
    entry.getValue().lookups.cancel(false);
    known.remove(entry.getKey());
    return true;
  }

  private void lookUp(String name, LookedUp host) {
    try {
      found(name, host, lookup.addressesOf(name));
    } catch (UnknownHostException | RuntimeException e) {
      failed(name, host, e);
    }
  }

  private void found(String name, LookedUp host, List<InetAddress> addresses) {
    InetAddress old = known.get(name);
    if (host.failing) {
      log.info("host {} is found again", name);
    }
    host.failing = false;
    if (old == null || !addresses.contains(old)) {
      InetAddress address = addresses.get(0);
      known.put(name, address);
      log.info("address of host {}: {} -> {}", name, text(old), text(address));
    }
  }

  private void failed(String name, LookedUp host, Exception cause) {
    if (!host.failing) {
      host.failing = true;
      InetAddress old = known.get(name);
      log.warn(
          "host {} is not found ({}); {}",
          name,
          cause.getMessage(),
          old == null
              ? "no session can be connected to its nodes; check the name or write an address"
              : "its address stays " + text(old));
    }
  }

  private static String text(InetAddress address) {
    return address == null ? "none" : address.getHostAddress();
  }
}
