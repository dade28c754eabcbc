package io.ballast.loadtest.compare;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import java.net.InetSocketAddress;

/** Connects, sends a byte, receives it, closes, and again; done are connections. */
final class ConnectLoad extends LoopLoad {
  private final int atOnce;

  ConnectLoad(InetSocketAddress to, int threads, int atOnce) {
    super(to, threads);
    this.atOnce = atOnce;
  }

  @Override
  public void start() {
    for (int i = 0; i < atOnce; i++) {
      EventLoop loop = loop(i);
      loop.execute(() -> next(loop));
    }
  }

  private void next(EventLoop loop) {
    if (isEnding()) {
      return;
    }
    connect(loop, new Once(loop))
        .addListener(
            attempt -> {
              if (!attempt.isSuccess() && !isEnding()) {
                wentWrong(attempt.cause().toString());
                next(loop);
              }
            });
  }

  private final class Once extends SimpleChannelInboundHandler<ByteBuf> {
    private static final byte ANY = 'x';

    private final EventLoop loop;
    private boolean answered;
    private String end = "in good order";

    Once(EventLoop loop) {
      this.loop = loop;
    }

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
      } else if (!isEnding()) {
        wentWrong("connection ended without its byte: " + end);
      }
      next(loop);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      end = cause.toString();
      context.close();
    }
  }
}
