package io.ballast.channel;

import io.ballast.cluster.HostPort;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The listening socket of an admin channel, and its connections. They do not read by themselves,
 * and stay open in the other direction when their input ends. Thread-safe; connections live on the
 * one event loop of the admin channels.
 */
public final class AdminListener {
  /** The most bytes that are read at once. */
  public static final int READ_BYTES = 8 * 1024;

  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(32 * 1024, 64 * 1024);

  private final ChannelGroup channels;
  private final InetSocketAddress address;

  private AdminListener(ChannelGroup channels, Channel listening) {
    this.channels = channels;
    this.address = (InetSocketAddress) listening.localAddress();
    channels.add(listening);
  }

  /**
   * Binds and begins to accept; waits for the binding.
   *
   * @param what what listens, for an error, such as {@code the telnet channel}
   * @param loop the loop of the admin channels, which stays the caller's
   * @param accepted is given each connection, on the loop, before anything is read
   * @throws IOException when the address cannot be bound; the message names the address and a
   *     remedy
   */
  public static AdminListener bind(
      String what, HostPort bind, EventLoop loop, Consumer<SocketChannel> accepted)
      throws IOException {
    InetSocketAddress resolved = new InetSocketAddress(bind.host(), bind.port());
    if (resolved.isUnresolved()) {
      throw new IOException("bind = " + bind + ": the host has no address; give an IP address");
    }
    ChannelGroup channels = new DefaultChannelGroup(loop, true);
    ChannelFuture bound = bootstrap(loop, channels, accepted).bind(resolved).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "bind = "
              + bind
              + ": "
              + what
              + " cannot listen there: "
              + bound.cause().getMessage()
              + "; choose an address of this host and a port that is free",
          bound.cause());
    }
    return new AdminListener(channels, bound.channel());
  }

  private static ServerBootstrap bootstrap(
      EventLoop loop, ChannelGroup channels, Consumer<SocketChannel> accepted) {
    return new ServerBootstrap()
        .group(loop)
        .channel(NioServerSocketChannel.class)
        .option(ChannelOption.SO_REUSEADDR, true)
        .childOption(ChannelOption.SO_KEEPALIVE, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
        .childOption(ChannelOption.AUTO_READ, false)
        .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BYTES))
        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
        .childHandler(
            new ChannelInitializer<SocketChannel>() {
              @Override
              protected void initChannel(SocketChannel channel) {
                channels.add(channel);
                accepted.accept(channel);
              }
            });
  }

  /** Where it listens, with the port that it was given. */
  public InetSocketAddress address() {
    return address;
  }

  /** Stops accepting and closes every connection; the stage completes when all are closed. */
  public CompletionStage<Void> stop() {
    CompletableFuture<Void> stopped = new CompletableFuture<>();
    channels.close().addListener(closed -> stopped.complete(null));
    return stopped;
  }

  /** Tells a connection when nothing was read or written for that long. */
  public static IdleStateHandler idleAfter(Duration idle) {
    return new IdleStateHandler(true, 0, 0, idle.toMillis(), TimeUnit.MILLISECONDS);
  }
}
