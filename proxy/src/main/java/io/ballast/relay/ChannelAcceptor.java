package io.ballast.relay;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ServerSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;

/** An accepting socket as a channel. */
final class ChannelAcceptor implements Accepting {
  private final ServerSocketChannel channel;
  private final Acceptor acceptor;
  private final Transport transport;
  private final ListeningCongestion congestion;

  private ChannelAcceptor(ServerSocketChannel channel, Acceptor acceptor, Transport transport) {
    this.channel = channel;
    this.acceptor = acceptor;
    this.transport = transport;
    this.congestion = new ListeningCongestion(transport.congestionControl(channel));
  }

  /**
   * Begins to listen.
   *
   * @throws IOException if the address cannot be bound
   */
  static ChannelAcceptor listen(InetSocketAddress address, RelayLoops loops) throws IOException {
    ServerSocketChannel channel = loops.transport().newServerChannel();
    channel.config().setOption(ChannelOption.SO_REUSEADDR, true);
    ChannelAcceptor acceptor = registered(channel, loops);
    ChannelFuture bound = channel.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      channel.close();
      throw new IOException(bound.cause().getMessage(), bound.cause());
    }
    return acceptor;
  }

  /**
   * Takes over a socket that listens already, of which only the descriptor is known.
   *
   * @throws IOException if it cannot be used
   */
  static ChannelAcceptor adopt(int descriptor, RelayLoops loops) throws IOException {
    return registered(loops.transport().adopt(descriptor), loops);
  }

  private static ChannelAcceptor registered(ServerSocketChannel channel, RelayLoops loops)
      throws IOException {
    channel.config().setAutoRead(false);
    Acceptor acceptor = new Acceptor(loops);
    channel.pipeline().addLast(acceptor);
    ChannelFuture registered = loops.next().register(channel).awaitUninterruptibly();
    if (!registered.isSuccess()) {
      channel.close();
      throw new IOException(registered.cause().getMessage(), registered.cause());
    }
    return new ChannelAcceptor(channel, acceptor, loops.transport());
  }

  @Override
  public InetSocketAddress address() {
    return channel.localAddress();
  }

  @Override
  public void accept(SessionRules rules) {
    Sockets.congest(
        channel, transport, rules.congestionFor(congestion, address()), Side.CLIENT, rules);
    acceptor.accept(rules);
    channel.config().setAutoRead(true);
  }

  @Override
  public void stop() {
    SessionRules rules = acceptor.rules();
    if (rules != null) {
      // Whoever passed the socket may have it still.
      Sockets.congest(channel, transport, congestion.before(), Side.CLIENT, rules);
    }
    channel.close().awaitUninterruptibly();
  }

  @Override
  public void release() {
    channel.deregister().awaitUninterruptibly();
  }
}
