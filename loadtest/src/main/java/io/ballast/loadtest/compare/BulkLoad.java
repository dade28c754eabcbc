package io.ballast.loadtest.compare;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Connections that receive as fast as they can; done are bytes. */
final class BulkLoad extends LoopLoad {
  private final int connections;

  BulkLoad(InetSocketAddress to, int threads, int connections) {
    super(to, threads);
    this.connections = connections;
  }

  @Override
  public void start() {
    List<ChannelFuture> opening = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      opening.add(connect(loop(i), new Receiving()));
    }
    opening.forEach(ChannelFuture::syncUninterruptibly);
  }

  private final class Receiving extends SimpleChannelInboundHandler<ByteBuf> {
    private long position;

    @Override
    public void channelActive(ChannelHandlerContext context) {
      context.writeAndFlush(context.alloc().buffer(1).writeByte(RawBackend.STREAM));
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
      if (!Pattern.INSTANCE.matches(position, bytes)) {
        wentWrong("other bytes than sent, from byte " + position + " on");
      }
      position += bytes.readableBytes();
      did(bytes.readableBytes());
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      if (!isEnding()) {
        wentWrong("connection closed after " + position + " bytes");
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      wentWrong(cause.toString());
      context.close();
    }
  }
}
