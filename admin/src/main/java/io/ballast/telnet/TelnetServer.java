package io.ballast.telnet;

import io.ballast.cluster.HostPort;
import io.ballast.command.Caller;
import io.ballast.command.Code;
import io.ballast.command.Language;
import io.ballast.command.Reply;
import io.ballast.command.Source;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufUtil;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The text channel's listener. All its connections live, and all its commands run, on the one event
 * loop of the admin channels; its counts are confined to that loop.
 */
public final class TelnetServer {
  private static final Logger log = LoggerFactory.getLogger(TelnetServer.class);

  /** How long a caller that has to authenticate may take for it. */
  private static final Duration AUTH_WITHIN = Duration.ofSeconds(30);

  private static final int READ_BYTES = 8 * 1024;
  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(32 * 1024, 64 * 1024);

  /**
   * How many refused connections may wait for their end at once; more are closed without a word.
   */
  private static final int MOST_REFUSED = 64;

  private final TelnetSettings settings;
  private final Language language;
  private final EventLoop loop;
  private final ChannelGroup channels;
  private InetSocketAddress address;
  private int served;
  private int refused;
  private boolean refusing;

  private TelnetServer(TelnetSettings settings, Language language, EventLoop loop) {
    this.settings = settings;
    this.language = language;
    this.loop = loop;
    this.channels = new DefaultChannelGroup(loop, true);
  }

  /**
   * Binds and begins to accept; waits for the binding.
   *
   * @param loop the loop of the admin channels, which stays the caller's
   * @throws IOException when the address cannot be bound; the message names the address and a
   *     remedy
   */
  public static TelnetServer start(TelnetSettings settings, Language language, EventLoop loop)
      throws IOException {
    HostPort bind = settings.bind();
    InetSocketAddress resolved = new InetSocketAddress(bind.host(), bind.port());
    if (resolved.isUnresolved()) {
      throw new IOException("bind = " + bind + ": the host has no address; give an IP address");
    }
    TelnetServer server = new TelnetServer(settings, language, loop);
    ChannelFuture bound = server.bootstrap().bind(resolved).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      server.stop();
      throw new IOException(
          "bind = "
              + bind
              + ": the telnet channel cannot listen there: "
              + bound.cause().getMessage()
              + "; choose an address of this host and a port that is free",
          bound.cause());
    }
    server.channels.add(bound.channel());
    server.address = (InetSocketAddress) bound.channel().localAddress();
    log.info("telnet channel listening: address={}", hostAndPort(server.address));
    return server;
  }

  /** Where the channel listens, with the port that it was given. */
  public InetSocketAddress address() {
    return address;
  }

  /** Stops accepting and closes every connection; the stage completes when all are closed. */
  public CompletionStage<Void> stop() {
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
    if (served < settings.maxConnections()) {
      serve(channel);
      return;
    }
    warnOnce(channel);
    if (refused < MOST_REFUSED) {
      refuse(channel);
    } else {
      channel.close();
    }
  }

  /** Warns of the first of a row of refused connections, so that a flood does not fill the log. */
  private void warnOnce(SocketChannel channel) {
    if (!refusing) {
      refusing = true;
      log.warn(
          "telnet connections are refused from now on: peer={} reason=max-connections limit={}",
          hostAndPort(channel.remoteAddress()),
          settings.maxConnections());
    }
  }

  private void serve(SocketChannel channel) {
    served++;
    refusing = false;
    channel.closeFuture().addListener(closed -> served--);
    InetSocketAddress peer = channel.remoteAddress();
    Caller caller =
        new Caller(hostAndPort(peer), Source.of(peer.getAddress()), settings.secret().isEmpty());
    log.debug("telnet connection accepted: peer={}", caller.peer());
    channel
        .pipeline()
        .addLast(idleAfter(settings.idle()))
        .addLast(new TelnetConnection(language, caller, AUTH_WITHIN));
  }

  private void refuse(SocketChannel channel) {
    refused++;
    channel.closeFuture().addListener(closed -> refused--);
    Reply reply =
        Reply.error(
            Code.REFUSED,
            "all " + settings.maxConnections() + " connections are in use: close one, try again");
    channel.write(
        ByteBufUtil.writeAscii(channel.alloc(), reply.ending().line() + LineAssembler.LF));
    channel.pipeline().addLast(idleAfter(settings.idle())).addLast(new LingeringClose(false));
  }

  private static IdleStateHandler idleAfter(Duration idle) {
    return new IdleStateHandler(true, 0, 0, idle.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static String hostAndPort(InetSocketAddress address) {
    return new HostPort(address.getAddress().getHostAddress(), address.getPort()).toString();
  }
}
