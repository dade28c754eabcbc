package io.ballast.relay;

import io.ballast.relay.tls.ListenerTls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * An accepting address, and the sessions that come in through it. Every method may be called from
 * any thread but an event loop; {@link #reconfigure} by one at a time.
 */
public final class Listener {
  private volatile SessionRules rules;
  private volatile BoundSocket socket;

  private Listener(SessionRules rules, BoundSocket socket) {
    this.rules = rules;
    this.socket = socket;
  }

  /** Binds the address and starts to accept. */
  static Listener bind(RelayLoops loops, ListenerSettings settings, RelayedCluster cluster)
      throws IOException {
    return bind(loops, settings, cluster, SessionRules.GENTLE_STEP);
  }

  static Listener bind(
      RelayLoops loops, ListenerSettings settings, RelayedCluster cluster, Duration gentleStep)
      throws IOException {
    BoundSocket socket =
        BoundSocket.bind(loops, settings.name(), settings.bind(), PassedSockets.NONE);
    return open(socket, rules(loops, settings, cluster, settings.loadTls(), gentleStep));
  }

  /**
   * Starts to accept on a socket that is bound.
   *
   * @param tls what was loaded for its settings; null without TLS
   */
  public static Listener open(
      RelayLoops loops,
      BoundSocket socket,
      ListenerSettings settings,
      RelayedCluster cluster,
      ListenerTls tls) {
    return open(socket, rules(loops, settings, cluster, tls, SessionRules.GENTLE_STEP));
  }

  private static Listener open(BoundSocket socket, SessionRules rules) {
    socket.accept(rules);
    return new Listener(rules, socket);
  }

  private static SessionRules rules(
      RelayLoops loops,
      ListenerSettings settings,
      RelayedCluster cluster,
      ListenerTls tls,
      Duration gentleStep) {
    return new SessionRules(
        settings,
        cluster,
        tls,
        loops.congestion(),
        gentleStep,
        loops.processToken(),
        System::nanoTime);
  }

  /**
   * Goes on with other settings, on the same socket or another. Connections accepted from now on
   * follow them wholly. Those that are there keep their identity, their cluster and the options of
   * their sockets; timeouts, limits and how they are moved hold for them too, unless the listener
   * now fronts another cluster.
   *
   * @param settings of the same name
   * @param tls what was loaded for them; null without TLS
   * @param next the socket to accept on; the one before is not closed here
   */
  public void reconfigure(
      ListenerSettings settings, RelayedCluster cluster, ListenerTls tls, BoundSocket next) {
    rules = rules.reconfigured(settings, cluster, tls);
    next.accept(rules);
    socket = next;
  }

  /** How it is set up. */
  public ListenerSettings settings() {
    return rules.settings();
  }

  /** The socket that it accepts on. */
  public BoundSocket socket() {
    return socket;
  }

  /** Where it listens, with the port that was chosen if any was to be. */
  public InetSocketAddress address() {
    return socket.address();
  }

  /** How many connections it has: sessions, and those that are to become one. */
  public int connections() {
    return rules.admission().connections();
  }

  /** Accepts no more, as {@link BoundSocket#close} says; its sessions go on. */
  public void stopAccepting() {
    socket.close();
  }
}
