package io.ballast.relay;

import io.ballast.relay.tls.TlsHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import javax.net.ssl.SSLException;

/**
 * Stands between TLS and its leg, and tells the leg of the end of the stream as a plain socket
 * would. The stream ends with an alert; a connection that ends without it was cut off, by its peer
 * or by somebody on the way, and what came of it must not be taken for the whole. Belongs to the
 * leg's event loop.
 */
final class LegTls extends ChannelInboundHandlerAdapter {
  private final Leg leg;
  private final TlsHandler tls;
  private final ChannelLegs legs;
  private boolean over;

  LegTls(Leg leg, TlsHandler tls, ChannelLegs legs) {
    this.leg = leg;
    this.tls = tls;
    this.legs = legs;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake) {
      legs.handshaken(leg, handshake.cause());
    } else if (event == SslCloseCompletionEvent.SUCCESS) {
      end(ctx);
    } else if (event instanceof ChannelInputShutdownEvent) {
      inputEnded(ctx);
    } else if (!(event instanceof SslCloseCompletionEvent)) {
      ctx.fireUserEventTriggered(event);
    }
  }

  private void end(ChannelHandlerContext ctx) {
    if (!over) {
      over = true;
      if (!tls.halfCloses()) {
        leg.conclude();
      }
      ctx.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
    }
  }

  /**
   * The socket has no more. A peer that has been told the end of its stream seldom says its own,
   * and the end of one that takes no more is that it is broken, which the leg knows.
   */
  private void inputEnded(ChannelHandlerContext ctx) {
    if (!tls.established()) {
      legs.leftInHandshake(leg);
    } else if (tls.finishing() || leg.takesNoMore()) {
      end(ctx);
    } else {
      breakBy("the connection ended without the alert that ends the stream");
    }
  }

  private void breakBy(String problem) {
    if (!over) {
      over = true;
      legs.tlsBroken(leg, problem);
    }
  }

  /** Of a handshake that fails, an event tells. */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    Throwable root = cause instanceof DecoderException ? cause.getCause() : cause;
    if (root instanceof SSLException) {
      if (tls.established()) {
        breakBy(root.getMessage());
      }
    } else if (root instanceof IOException && !tls.established()) {
      legs.brokenInHandshake(leg, root);
    } else {
      ctx.fireExceptionCaught(cause);
    }
  }
}
