package io.ballast.loadtest.compare;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * A load on a proxy, on one event loop of its own, which owns its state. What others read from
 * outside is counted in volatile fields that only the loop writes.
 */
abstract class Load implements AutoCloseable {
  private static final int MOST_AT_ONCE = 256 * 1024;
  private static final int CONNECT_TIMEOUT_MILLIS = 5000;
  private static final int SOURCES = 200;
  private static final byte SOURCE_NET = 2;

  private final EventLoopGroup group = Transport.loop();
  private final EventLoop loop = group.next();
  private final InetSocketAddress to;
  private int connects;
  private volatile long done;
  private volatile long wrong;
  private volatile String firstWrong = "";

  Load(InetSocketAddress to) {
    this.to = to;
  }

  /** Begins; returns once every connection that the load needs at the start is there. */
  abstract void start();

  /** How much was done: bytes, messages or connections. */
  final long done() {
    return done;
  }

  /** How often something was not as it must be. */
  final long wrong() {
    return wrong;
  }

  /** What was first not as it must be. */
  final String firstWrong() {
    return firstWrong;
  }

  final EventLoop loop() {
    return loop;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // only the loop writes
  final void did(long more) {
    done += more;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // only the loop writes
  final void wentWrong(String what) {
    if (wrong == 0) {
      firstWrong = what;
    }
    wrong++;
  }

  /** Connects from one of many local addresses, so that none runs out of ports. */
  final ChannelFuture connect(ChannelHandler handler) {
    int source = connects++ % SOURCES + 1;
    byte[] address = {127, SOURCE_NET, 0, (byte) source};
    return new Bootstrap()
        .group(loop)
        .channel(Transport.client())
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
        .option(
            ChannelOption.RECVBUF_ALLOCATOR,
            new AdaptiveRecvByteBufAllocator(64, 1024, MOST_AT_ONCE))
        .handler(handler)
        .connect(to, new InetSocketAddress(Addresses.of(address), 0));
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
