package io.ballast.loadtest.compare;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Connections that send a message, wait for all of it to come back, and send the next. */
final class PingPongLoad extends LoopLoad {
  private final int connections;
  private final int size;

  PingPongLoad(InetSocketAddress to, int threads, int connections, int size) {
    super(to, threads);
    this.connections = connections;
    this.size = size;
  }

  @Override
  public void start() {
    List<ChannelFuture> opening = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      opening.add(connect(loop(i), new PingPong(i)));
    }
    opening.forEach(ChannelFuture::syncUninterruptibly);
  }

  private final class PingPong extends SimpleChannelInboundHandler<ByteBuf> {
    private final Messages messages;
    private int received;

    PingPong(int connection) {
      messages = new Messages(connection, size);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      send(context);
    }

    private void send(ChannelHandlerContext context) {
      ByteBuf message = context.alloc().directBuffer(size);
      messages.write(messages.sent(), message);
      messages.sentOne();
      context.writeAndFlush(message, context.voidPromise());
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
      if (received + bytes.readableBytes() > size
          || !messages.matches(messages.sent() - 1, received, bytes)) {
        wentWrong("message " + messages.sent() + " came back as another");
        context.close();
        return;
      }
      received += bytes.readableBytes();
      if (received == size) {
        received = 0;
        did(1);
        send(context);
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      if (!isEnding()) {
        wentWrong("connection closed after " + messages.sent() + " messages");
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      wentWrong(cause.toString());
      context.close();
    }
  }
}
