package io.ballast.relay;

import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ServerSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;

/**
 * An accepting address, and the sessions that come in through it. Every method may be called from
 * any thread but an event loop.
 */
public final class Listener {
  private final SessionRules rules;
  private final ServerSocketChannel channel;

  private Listener(SessionRules rules, ServerSocketChannel channel) {
    this.rules = rules;
    this.channel = channel;
  }

  /**
   * Starts to accept.
   *
   * @param cluster the cluster that the settings name
   * @param passed where a socket comes from that is not to be opened
   * @throws IOException if the address cannot be bound; the message says why and what to do
   */
  public static Listener bind(
      RelayLoops loops, ListenerSettings settings, RelayedCluster cluster, PassedSockets passed)
      throws IOException {
    return bind(loops, settings, cluster, passed, SessionRules.GENTLE_STEP);
  }

  static Listener bind(
      RelayLoops loops, ListenerSettings settings, RelayedCluster cluster, Duration gentleStep)
      throws IOException {
    return bind(loops, settings, cluster, PassedSockets.NONE, gentleStep);
  }

  private static Listener bind(
      RelayLoops loops,
      ListenerSettings settings,
      RelayedCluster cluster,
      PassedSockets passed,
      Duration gentleStep)
      throws IOException {
    SessionRules rules =
        new SessionRules(settings, cluster, gentleStep, loops.processToken(), System::nanoTime);
    ServerSocketChannel channel =
        settings.bind() instanceof Bind.Address address
            ? bound(loops, rules, address)
            : adopted(loops, rules, (Bind.Passed) settings.bind(), passed);
    return new Listener(rules, channel);
  }

  private static ServerSocketChannel bound(RelayLoops loops, SessionRules rules, Bind.Address bind)
      throws IOException {
    ListenerSettings settings = rules.settings();
    InetSocketAddress address = new InetSocketAddress(bind.at().host(), bind.at().port());
    if (address.isUnresolved()) {
      throw cannotListen(settings, new UnknownHostException("the host's address is not known"));
    }
    ServerSocketChannel channel;
    try {
      channel = loops.transport().newServerChannel();
    } catch (ChannelException e) {
      throw cannotListen(settings, e);
    }
    channel.config().setOption(ChannelOption.SO_REUSEADDR, true);
    register(channel, loops, rules);
    ChannelFuture bound = channel.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      channel.close();
      throw cannotListen(settings, bound.cause());
    }
    return channel;
  }

  /** The socket listens already: it accepts from when it is registered. */
  private static ServerSocketChannel adopted(
      RelayLoops loops, SessionRules rules, Bind.Passed bind, PassedSockets passed)
      throws IOException {
    try {
      ServerSocketChannel channel = loops.transport().adopt(passed.take(bind.name()));
      register(channel, loops, rules);
      return channel;
    } catch (IOException e) {
      throw new IOException(
          "bind = "
              + bind
              + ": listener "
              + rules.settings().name()
              + " cannot listen there: "
              + e.getMessage(),
          e);
    }
  }

  private static void register(ServerSocketChannel channel, RelayLoops loops, SessionRules rules)
      throws IOException {
    channel.pipeline().addLast(new Acceptor(rules, loops));
    ChannelFuture registered = loops.next().register(channel).awaitUninterruptibly();
    if (!registered.isSuccess()) {
      channel.close();
      throw cannotListen(rules.settings(), registered.cause());
    }
  }

  private static IOException cannotListen(ListenerSettings settings, Throwable cause) {
    return new IOException(
        "bind = "
            + settings.bind()
            + ": listener "
            + settings.name()
            + " cannot listen there: "
            + cause.getMessage()
            + "; choose an address of this host and a port that is free",
        cause);
  }

  /** How it was set up. */
  public ListenerSettings settings() {
    return rules.settings();
  }

  /** Where it listens, with the port that was chosen if any was to be. */
  public InetSocketAddress address() {
    return channel.localAddress();
  }

  /** How many connections it has: sessions, and those that are to become one. */
  public int connections() {
    return rules.admission().connections();
  }

  /** Accepts no more; its sessions go on. Returns when the address is free. */
  public void stopAccepting() {
    channel.close().awaitUninterruptibly();
  }
}
