package io.ballast.relay;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.time.Duration;
import jdk.net.ExtendedSocketOptions;

/** The transport of the Java library. It has no {@code TCP_USER_TIMEOUT}. */
final class NioTransport implements Transport {
  @Override
  public String word() {
    return "nio";
  }

  @Override
  public IoHandlerFactory ioHandlers() {
    return NioIoHandler.newFactory();
  }

  @Override
  public ServerSocketChannel newServerChannel() {
    return new NioServerSocketChannel();
  }

  @Override
  public ServerSocketChannel adopt(int descriptor) throws IOException {
    throw new IOException(
        "a socket that is passed needs the transport epoll; set loops.transport = auto, on Linux");
  }

  @Override
  public SocketChannel newChannel() {
    return new NioSocketChannel();
  }

  /** The Java library has the option for sockets, and names it for channels in their list alone. */
  @Override
  @SuppressWarnings("unchecked")
  public void keepUrgentInline(SocketChannel channel) {
    for (ChannelOption<?> option : channel.config().getOptions().keySet()) {
      if (option.name().endsWith("SO_OOBINLINE")) {
        channel.config().setOption((ChannelOption<Boolean>) option, true);
      }
    }
  }

  @Override
  public void keepalive(SocketChannel channel, KeepaliveSettings settings) {
    channel.config().setKeepAlive(true);
    set(channel, NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), settings.idle());
    set(channel, NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL), settings.interval());
    channel
        .config()
        .setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), settings.probes());
  }

  private static void set(SocketChannel channel, ChannelOption<Integer> option, Duration value) {
    channel.config().setOption(option, Math.toIntExact(value.toSeconds()));
  }

  @Override
  public String congestionControl(Channel channel) {
    return null;
  }

  @Override
  public void congestionControl(Channel channel, String name) {
    // The Java library has no such option, and settings that name one are refused.
  }

  @Override
  public void choosePortLate(SocketChannel channel) {
    // The Java library has no such option; the port is chosen when the socket is bound.
  }

  @Override
  public Unsent undelivered(SocketChannel channel) {
    return UNKNOWN;
  }
}
