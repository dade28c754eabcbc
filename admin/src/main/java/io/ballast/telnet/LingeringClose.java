package io.ballast.telnet;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection so that its last reply arrives: writes what is left, ends the output, and
 * discards what the caller still sends until it ends too, or for two seconds. Closing with unread
 * bytes would send a reset, which destroys a reply under way. Confined to the connection's event
 * loop.
 */
final class LingeringClose extends ChannelInboundHandlerAdapter {
  private static final int LINGER_SECONDS = 2;

  private boolean inputEnded;

  /** For a connection whose caller has ended its output, or not. */
  LingeringClose(boolean inputEnded) {
    this.inputEnded = inputEnded;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    ctx.writeAndFlush(ctx.alloc().buffer(0))
        .addListener(
            (ChannelFutureListener) written -> endOutput((SocketChannel) written.channel()));
  }

  private void endOutput(SocketChannel channel) {
    if (inputEnded || !channel.isActive()) {
      channel.close();
      return;
    }
    channel.shutdownOutput();
    channel.config().setAutoRead(true);
    var deadline =
        channel.eventLoop().schedule(() -> channel.close(), LINGER_SECONDS, TimeUnit.SECONDS);
    channel.closeFuture().addListener(closed -> deadline.cancel(false));
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ReferenceCountUtil.release(message);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof IdleStateEvent) {
      ctx.close();
    } else if (event instanceof ChannelInputShutdownEvent) {
      inputEnded = true;
      closeIfOutputEnded(ctx.channel());
    }
  }

  private static void closeIfOutputEnded(Channel channel) {
    if (((SocketChannel) channel).isOutputShutdown()) {
      channel.close();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.close();
  }
}
