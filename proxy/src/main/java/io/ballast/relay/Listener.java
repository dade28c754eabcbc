package io.ballast.relay;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.ServerSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
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
    SessionRules rules = new SessionRules(settings, cluster, gentleStep, System::nanoTime);
    ServerSocketChannel channel = loops.transport().newServerChannel();
    channel.config().setOption(ChannelOption.SO_REUSEADDR, true);
    channel.pipeline().addLast(new Acceptor(rules, loops));
    EventLoop loop = loops.next();
    InetSocketAddress address =
        new InetSocketAddress(settings.bind().host(), settings.bind().port());
    ChannelFuture registered = loop.register(channel).awaitUninterruptibly();
    ChannelFuture bound =
        registered.isSuccess() ? channel.bind(address).awaitUninterruptibly() : registered;
    if (!bound.isSuccess()) {
      channel.close();
      throw new IOException(
          "bind = "
              + settings.bind()
              + ": listener "
              + settings.name()
              + " cannot listen there: "
              + bound.cause().getMessage()
              + "; choose an address of this host and a port that is free",
          bound.cause());
    }
    return new Listener(rules, channel);
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
    Channel accepting = channel;
    accepting.close().awaitUninterruptibly();
  }
}
