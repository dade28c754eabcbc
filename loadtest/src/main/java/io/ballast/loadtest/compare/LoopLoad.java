package io.ballast.loadtest.compare;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * A load on event loops of its own. The state of a connection belongs to its loop; what is counted
 * over all of them is thread-safe.
 */
abstract class LoopLoad implements Load {
  private static final int MOST_AT_ONCE = 256 * 1024;
  private static final int CONNECT_TIMEOUT_MILLIS = 5000;

  private final EventLoopGroup group;
  private final List<EventLoop> loops = new ArrayList<>();
  private final InetSocketAddress to;
  private final AtomicInteger connects = new AtomicInteger();
  private final LongAdder done = new LongAdder();
  private final LongAdder wrong = new LongAdder();
  private final AtomicReference<String> firstWrong = new AtomicReference<>("");

  LoopLoad(InetSocketAddress to, int threads) {
    this.to = to;
    group = Transport.loops(threads);
    for (int i = 0; i < threads; i++) {
      loops.add(group.next());
    }
  }

  @Override
  public final long done() {
    return done.sum();
  }

  @Override
  public final long wrong() {
    return wrong.sum();
  }

  @Override
  public final String firstWrong() {
    return firstWrong.get();
  }

  /** The loop of a connection, by its number. */
  final EventLoop loop(int connection) {
    return loops.get(connection % loops.size());
  }

  final boolean isEnding() {
    return group.isShuttingDown();
  }

  final void did(long more) {
    done.add(more);
  }

  final void wentWrong(String what) {
    firstWrong.compareAndSet("", what);
    wrong.increment();
  }

  /** Connects from one of many local addresses, so that none runs out of ports. */
  final ChannelFuture connect(EventLoop loop, ChannelHandler handler) {
    return new Bootstrap()
        .group(loop)
        .channel(Transport.client())
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
        .option(
            ChannelOption.RECVBUF_ALLOCATOR,
            new AdaptiveRecvByteBufAllocator(64, 1024, MOST_AT_ONCE))
        .handler(handler)
        .connect(to, Addresses.source(connects.getAndIncrement()));
  }

  @Override
  public final void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
