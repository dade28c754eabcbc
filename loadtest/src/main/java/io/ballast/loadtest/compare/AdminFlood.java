package io.ballast.loadtest.compare;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Callers of the admin channels that mean them harm. On the text channel some do nothing, some ask
 * for large replies and read them slowly, some send a line without end, and some send garbage as
 * fast as it is answered; on HTTP some begin a request and never end it, and some ask for the
 * status as fast as it is answered. All live on one event loop of their own.
 */
final class AdminFlood implements AutoCloseable {
  private static final int SLOW_READERS = 20;
  private static final int GIANT_LINES = 5;
  private static final int GARBAGE = 5;
  private static final int HALF_REQUESTS = 200;
  private static final int REQUESTS = 5;
  private static final int PIECE = 16 * 1024;
  private static final int SLOW_READ = 1024;
  private static final long SLOW_MILLIS = 100;

  private final EventLoopGroup loop = Transport.loops(1);
  private final List<ChannelFuture> connections = new ArrayList<>();

  /** Begins; returns when every connection was made or refused. */
  AdminFlood(InetSocketAddress to, InetSocketAddress http, int idle) {
    connect(to, idle, ChannelInboundHandlerAdapter::new);
    connect(to, SLOW_READERS, SlowReader::new);
    connect(to, GIANT_LINES, () -> new Sender("x".repeat(PIECE)));
    connect(to, GARBAGE, () -> new Sender("NONSENSE \"\\xff\" of no use\n".repeat(100)));
    connect(http, HALF_REQUESTS, HalfRequest::new);
    connect(http, REQUESTS, () -> new Sender(request() + "\r\n"));
    connections.forEach(ChannelFuture::awaitUninterruptibly);
  }

  private void connect(InetSocketAddress to, int count, Supplier<ChannelHandler> handlers) {
    for (int i = 0; i < count; i++) {
      connections.add(
          new Bootstrap()
              .group(loop)
              .channel(Transport.client())
              .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(SLOW_READ))
              .handler(handlers.get())
              .connect(to));
    }
  }

  /** How many connections are open. */
  long open() {
    return connections.stream().filter(it -> it.isSuccess() && it.channel().isActive()).count();
  }

  @Override
  public void close() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private static ByteBuf bytes(String text) {
    return Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
  }

  private static String request() {
    return "GET /api/status HTTP/1.1\r\nHost: localhost\r\n";
  }

  /** Begins a request and says no more. */
  private static final class HalfRequest extends ChannelInboundHandlerAdapter {
    @Override
    public void channelActive(ChannelHandlerContext context) {
      context.writeAndFlush(bytes(request()), context.voidPromise());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }

  private static final class SlowReader extends ChannelInboundHandlerAdapter {
    @Override
    public void channelActive(ChannelHandlerContext context) {
      context.channel().config().setAutoRead(false);
      context.writeAndFlush(bytes("AFFINITY\n".repeat(200)), context.voidPromise());
      read(context);
    }

    private void read(ChannelHandlerContext context) {
      if (context.channel().isActive()) {
        context.read();
        var unused =
            context.executor().schedule(() -> read(context), SLOW_MILLIS, TimeUnit.MILLISECONDS);
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }

  /** Sends the same text for as long as the other end takes it, and reads what comes back. */
  private static final class Sender extends ChannelInboundHandlerAdapter {
    private final String text;

    Sender(String text) {
      this.text = text;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      send(context);
    }

    private void send(ChannelHandlerContext context) {
      if (context.channel().isWritable() && context.channel().isActive()) {
        context.write(bytes(text), context.voidPromise());
        context.flush();
        context.executor().execute(() -> send(context));
      }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      send(context);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
