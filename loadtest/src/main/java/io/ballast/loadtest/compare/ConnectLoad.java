package io.ballast.loadtest.compare;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.net.InetSocketAddress;

/** Connects, sends a byte, receives it, closes, and again; done are connections. */
final class ConnectLoad extends Load {
  private final int atOnce;

  ConnectLoad(InetSocketAddress to, int atOnce) {
    super(to);
    this.atOnce = atOnce;
  }

  @Override
  void start() {
    loop()
        .submit(
            () -> {
              for (int i = 0; i < atOnce; i++) {
                next();
              }
            })
        .syncUninterruptibly();
  }

  private void next() {
    if (loop().isShuttingDown()) {
      return;
    }
    Once once = new Once();
    connect(once)
        .addListener(
            attempt -> {
              if (!attempt.isSuccess() && !loop().isShuttingDown()) {
                wentWrong(attempt.cause().toString());
                next();
              }
            });
  }

  private final class Once extends SimpleChannelInboundHandler<ByteBuf> {
    private static final byte ANY = 'x';

    private boolean answered;

    @Override
    public void channelActive(ChannelHandlerContext context) {
      context.writeAndFlush(context.alloc().buffer(1).writeByte(ANY), context.voidPromise());
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
      answered = bytes.readableBytes() == 1 && bytes.getByte(bytes.readerIndex()) == ANY;
      context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      if (answered) {
        did(1);
      } else if (!loop().isShuttingDown()) {
        wentWrong("connection closed without its byte");
      }
      next();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
