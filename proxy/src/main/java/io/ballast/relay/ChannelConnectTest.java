package io.ballast.relay;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;

/** Sees whether an address takes a connection, as a channel. */
final class ChannelConnectTest {
  private ChannelConnectTest() {}

  /**
   * Starts one.
   *
   * @param channels makes a channel that runs on those loops
   * @param whenDone is told null when the connection was taken, otherwise why not
   */
  static void start(
      EventLoopGroup loops,
      ChannelFactory<? extends Channel> channels,
      InetSocketAddress address,
      Duration timeout,
      Consumer<Throwable> whenDone) {
    ChannelFutureListener ended =
        connect -> {
          if (connect.isSuccess()) {
            ChannelFuture unused = connect.channel().close();
          }
          whenDone.accept(connect.cause());
        };
    new Bootstrap()
        .group(loops)
        .channelFactory(channels)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(timeout.toMillis()))
        .option(ChannelOption.AUTO_READ, false)
        .handler(new Silent())
        .connect(address)
        .addListener(ended);
  }

  /** Does nothing with a connection: a bootstrap must have a handler. */
  private static final class Silent extends ChannelInboundHandlerAdapter {}
}
