package io.ballast.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Limits how long a request may take to arrive, from the accept or from the first byte after the
 * previous one, however slowly its bytes drip. Stands before the decoder, which shows a request
 * only when its head is complete. Confined to the connection's event loop.
 */
final class RequestDeadline extends ChannelInboundHandlerAdapter {
  /** The event that says that the time is over. */
  static final Object EXPIRED = new Object();

  private final Duration within;
  private ChannelHandlerContext ctx;
  private boolean running;
  private boolean answering;
  private Future<?> timer = CompletableFuture.completedFuture(null);

  RequestDeadline(Duration within) {
    this.within = within;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    ctx = context;
    start();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!running && !answering) {
      start();
    }
    context.fireChannelRead(message);
  }

  private void start() {
    running = true;
    timer = ctx.executor().schedule(this::expire, within.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void expire() {
    running = false;
    ctx.fireUserEventTriggered(EXPIRED);
  }

  /** The request has arrived. */
  void arrived() {
    running = false;
    answering = true;
    timer.cancel(false);
  }

  /** It has been answered; the next one may come. */
  void answered() {
    answering = false;
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    timer.cancel(false);
    context.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    timer.cancel(false);
  }
}
