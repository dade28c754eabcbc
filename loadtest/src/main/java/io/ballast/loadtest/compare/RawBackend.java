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
import java.util.concurrent.TimeUnit;

/**
 * The server behind every proxy that is compared. A connection whose first byte is {@link #STREAM}
 * is sent the pattern without end; any other is sent its own bytes back.
 */
public final class RawBackend implements AutoCloseable {
  /** Asks for the pattern. */
  static final byte STREAM = 'S';

  private static final int BACKLOG = 4096;
  private static final int LOW_WATER = 256 * 1024;
  private static final int HIGH_WATER = 512 * 1024;
  private static final int PIECE = 64 * 1024;
  private static final int MOST_AT_ONCE = 256 * 1024;

  private final EventLoopGroup loop = Transport.loop();
  private final Channel server;

  private RawBackend() {
    server =
        new ServerBootstrap()
            .group(loop)
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
                    channel.pipeline().addLast(new Answering());
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .syncUninterruptibly()
            .channel();
  }

  /** Starts it on a free port of the loopback address. */
  public static RawBackend start() {
    return new RawBackend();
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) server.localAddress();
  }

  @Override
  public void close() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** One connection, on its event loop. */
  private static final class Answering extends ChannelInboundHandlerAdapter {
    private boolean begun;
    private boolean streaming;
    private long position;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      if (!begun) {
        begun = true;
        streaming = bytes.getByte(bytes.readerIndex()) == STREAM;
      }
      if (streaming) {
        bytes.release();
        stream(context);
      } else {
        context.write(bytes, context.voidPromise());
      }
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
