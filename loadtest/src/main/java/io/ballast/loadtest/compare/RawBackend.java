package io.ballast.loadtest.compare;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The server behind every proxy that is compared. A connection whose first byte is {@link #STREAM}
 * is sent the pattern without end, by threads that do nothing else; any other is sent its own bytes
 * back.
 *
 * <p>It has several addresses, which differ by their ports: a proxy that closes its connections
 * cannot use their local ports again for a while, and has some 28,000 of them towards one address.
 */
public final class RawBackend implements AutoCloseable {
  /** Asks for the pattern. */
  static final byte STREAM = 'S';

  private static final int BACKLOG = 4096;
  private static final int LOW_WATER = 256 * 1024;
  private static final int HIGH_WATER = 512 * 1024;
  private static final int PIECE = 64 * 1024;
  private static final int MOST_AT_ONCE = 256 * 1024;

  private static final int ADDRESSES = 4;

  private final EventLoopGroup echoing;
  private final EventLoopGroup streaming;
  private final List<Channel> servers = new ArrayList<>();

  private RawBackend(int threads) {
    echoing = Transport.loops(threads);
    streaming = Transport.loops(threads);
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(echoing)
            .channel(Transport.server())
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(
                ChannelOption.WRITE_BUFFER_WATER_MARK,
                new WriteBufferWaterMark(LOW_WATER, HIGH_WATER))
            .childOption(
                ChannelOption.RECVBUF_ALLOCATOR,
                new AdaptiveRecvByteBufAllocator(64, 1024, MOST_AT_ONCE))
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new Answering(streaming));
                  }
                });
    InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    for (int i = 0; i < ADDRESSES; i++) {
      servers.add(bootstrap.bind(free).syncUninterruptibly().channel());
    }
  }

  /**
   * Starts it on free ports of the loopback address.
   *
   * @param threads for the connections that are sent their own bytes, and as many for the others
   */
  public static RawBackend start(int threads) {
    return new RawBackend(threads);
  }

  /** Where it listens. */
  public List<InetSocketAddress> addresses() {
    return servers.stream().map(server -> (InetSocketAddress) server.localAddress()).toList();
  }

  @Override
  public void close() {
    streaming.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    echoing.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** One connection, on its event loop, which is another once it is to be sent the pattern. */
  private static final class Answering extends ChannelInboundHandlerAdapter {
    private final EventLoopGroup streamers;
    private boolean begun;
    private boolean streaming;
    private long position;

    Answering(EventLoopGroup streamers) {
      this.streamers = streamers;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      if (!begun) {
        begun = true;
        streaming = bytes.getByte(bytes.readerIndex()) == STREAM;
        if (streaming) {
          moveAndStream(context);
        }
      }
      if (streaming) {
        bytes.release();
      } else {
        context.write(bytes, context.voidPromise());
      }
    }

    private void moveAndStream(ChannelHandlerContext context) {
      Channel channel = context.channel();
      channel
          .deregister()
          .addListener(left -> streamers.register(channel).addListener(moved -> stream(context)));
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      if (streaming) {
        stream(context);
      } else {
        context.channel().config().setAutoRead(context.channel().isWritable());
      }
    }

    private void stream(ChannelHandlerContext context) {
      while (context.channel().isWritable() && context.channel().isActive()) {
        ByteBuf piece = Pattern.INSTANCE.from(position, PIECE);
        position += piece.readableBytes();
        context.write(piece, context.voidPromise());
      }
      context.flush();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
