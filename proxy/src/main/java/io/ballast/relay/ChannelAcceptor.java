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
    ChannelAcceptor acceptor = of(channel, loops);
    ChannelFuture bound = channel.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      channel.close();
      throw new IOException(bound.cause().getMessage(), bound.cause());
    }
    return acceptor;
  }

  /**
   * Takes over a socket that may listen already.
   *
   * @throws IOException if no loop takes it; it is closed then
   */
  static ChannelAcceptor of(ServerSocketChannel channel, RelayLoops loops) throws IOException {
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
    channel.close().awaitUninterruptibly();
  }

  @Override
  public void release() {
    channel.deregister().awaitUninterruptibly();
  }
}
