package io.ballast.http;

import io.ballast.cluster.HostPort;
import io.ballast.command.Source;
import io.netty.bootstrap.ServerBootstrap;
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
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The admin HTTP address. All its connections live, and all requests are answered, on the one event
 * loop of the admin channels; its counts are confined to that loop.
 */
public final class HttpServer {
  private static final Logger log = LoggerFactory.getLogger(HttpServer.class);

  /** How long a request may take to arrive. */
  static final Duration REQUEST_WITHIN = Duration.ofSeconds(10);

  private static final int MAX_LINE_BYTES = 4 * 1024;
  private static final int MAX_HEADER_BYTES = 8 * 1024;
  private static final int READ_BYTES = 8 * 1024;

  /** More requests than fit into what is read at once: they wait, and no more is read meanwhile. */
  private static final int MOST_AHEAD = READ_BYTES / 8;

  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(32 * 1024, 64 * 1024);

  private final HttpSettings settings;
  private final Router router;
  private final Duration requestWithin;
  private final EventLoop loop;
  private final ChannelGroup channels;
  private final Seats seats;
  private InetSocketAddress address;
  private boolean refusing;
  private Future<?> watching = CompletableFuture.completedFuture(null);

  private HttpServer(HttpSettings settings, Router router, Duration within, EventLoop loop) {
    this.settings = settings;
    this.router = router;
    this.requestWithin = within;
    this.loop = loop;
    this.channels = new DefaultChannelGroup(loop, true);
    this.seats = new Seats(settings.maxConnections());
  }

  /**
   * Binds and begins to accept; waits for the binding.
   *
   * @param site what is answered there
   * @param loop the loop of the admin channels, which stays the caller's
   * @throws IOException when the address cannot be bound; the message names the address and a
   *     remedy
   */
  public static HttpServer start(HttpSettings settings, Site site, EventLoop loop)
      throws IOException {
    Live live = site.live();
    int maxStreams = Math.max(1, settings.maxConnections() / 2);
    HttpServer server = start(settings, site.router(live, maxStreams), REQUEST_WITHIN, loop);
    server.watching = live.start(loop);
    return server;
  }

  static HttpServer start(HttpSettings settings, Router router, Duration within, EventLoop loop)
      throws IOException {
    HostPort bind = settings.bind();
    InetSocketAddress resolved = new InetSocketAddress(bind.host(), bind.port());
    if (resolved.isUnresolved()) {
      throw new IOException("bind = " + bind + ": the host has no address; give an IP address");
    }
    HttpServer server = new HttpServer(settings, router, within, loop);
    ChannelFuture bound = server.bootstrap().bind(resolved).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "bind = "
              + bind
              + ": the admin HTTP address cannot listen there: "
              + bound.cause().getMessage()
              + "; choose an address of this host and a port that is free",
          bound.cause());
    }
    server.channels.add(bound.channel());
    server.address = (InetSocketAddress) bound.channel().localAddress();
    log.info("admin HTTP address listening: address={}", hostAndPort(server.address));
    return server;
  }

  /** Where it listens, with the port that it was given. */
  public InetSocketAddress address() {
    return address;
  }

  /** Stops accepting and closes every connection; the stage completes when all are closed. */
  public CompletionStage<Void> stop() {
    watching.cancel(false);
    CompletableFuture<Void> stopped = new CompletableFuture<>();
    channels.close().addListener(closed -> stopped.complete(null));
    return stopped;
  }

  private ServerBootstrap bootstrap() {
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
                accepted(channel);
              }
            });
  }

  private void accepted(SocketChannel channel) {
    channels.add(channel);
    InetSocketAddress peer = channel.remoteAddress();
    RequestDeadline deadline = new RequestDeadline(requestWithin);
    HttpConnection connection =
        new HttpConnection(
            router, seats, deadline, hostAndPort(peer), Source.of(peer.getAddress()));
    if (!seats.take(connection)) {
      warnOnce(peer);
      channel.close();
      return;
    }
    refusing = false;
    channel
        .pipeline()
        .addLast(
            new IdleStateHandler(true, 0, 0, settings.idle().toMillis(), TimeUnit.MILLISECONDS))
        .addLast(deadline)
        .addLast(new HttpServerCodec(decoding(), MOST_AHEAD))
        .addLast(connection);
  }

  private static HttpDecoderConfig decoding() {
    return new HttpDecoderConfig()
        .setMaxInitialLineLength(MAX_LINE_BYTES)
        .setMaxHeaderSize(MAX_HEADER_BYTES)
        .setMaxChunkSize(READ_BYTES);
  }

  /** Warns of the first of a row of refused connections, so that a flood does not fill the log. */
  private void warnOnce(InetSocketAddress peer) {
    if (!refusing) {
      refusing = true;
      log.warn(
          "HTTP connections are refused from now on: peer={} reason=max-connections limit={}",
          hostAndPort(peer),
          settings.maxConnections());
    }
  }

  private static String hostAndPort(InetSocketAddress address) {
    return new HostPort(address.getAddress().getHostAddress(), address.getPort()).toString();
  }
}
