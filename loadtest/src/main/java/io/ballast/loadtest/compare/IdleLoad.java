package io.ballast.loadtest.compare;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.net.InetSocketAddress;
import java.util.concurrent.Semaphore;

/** Connections that exchange a byte each and then do nothing; done are those that did. */
final class IdleLoad extends LoopLoad {
  private static final int AT_ONCE = 200;

  private final int connections;
  private final Semaphore opening = new Semaphore(AT_ONCE);

  IdleLoad(InetSocketAddress to, int connections) {
    super(to, 1);
    this.connections = connections;
  }

  @Override
  public void start() {
    for (int i = 0; i < connections; i++) {
      opening.acquireUninterruptibly();
      loop(0)
          .execute(
              () ->
                  connect(loop(0), new Quiet())
                      .addListener(
                          attempt -> {
                            if (!attempt.isSuccess()) {
                              wentWrong(attempt.cause().toString());
                              opening.release();
                            }
                          }));
    }
    opening.acquireUninterruptibly(AT_ONCE);
  }

  private final class Quiet extends SimpleChannelInboundHandler<ByteBuf> {
    private static final byte ANY = 'x';

    private boolean answered;

    @Override
    public void channelActive(ChannelHandlerContext context) {
      context.writeAndFlush(context.alloc().buffer(1).writeByte(ANY));
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
      answered = true;
      did(1);
      opening.release();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      if (!isEnding()) {
        wentWrong("an idle connection was closed");
      }
      if (!answered) {
        opening.release();
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
