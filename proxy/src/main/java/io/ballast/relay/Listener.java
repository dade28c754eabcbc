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
   * @throws IOException if the address cannot be bound; the message says why and what to do
   */
  public static Listener bind(RelayLoops loops, ListenerSettings settings, RelayedCluster cluster)
      throws IOException {
    return bind(loops, settings, cluster, SessionRules.GENTLE_STEP);
  }

  static Listener bind(
      RelayLoops loops, ListenerSettings settings, RelayedCluster cluster, Duration gentleStep)
      throws IOException {
    SessionRules rules =
        new SessionRules(settings, cluster, gentleStep, loops.processToken(), System::nanoTime);
    InetSocketAddress address =
        new InetSocketAddress(settings.bind().host(), settings.bind().port());
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
    channel.pipeline().addLast(new Acceptor(rules, loops));
    ChannelFuture registered = loops.next().register(channel).awaitUninterruptibly();
    ChannelFuture bound =
        registered.isSuccess() ? channel.bind(address).awaitUninterruptibly() : registered;
    if (!bound.isSuccess()) {
      channel.close();
      throw cannotListen(settings, bound.cause());
    }
    return new Listener(rules, channel);
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
