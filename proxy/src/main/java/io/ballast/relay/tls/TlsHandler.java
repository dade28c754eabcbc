package io.ballast.relay.tls;

import io.ballast.identity.TlsPeer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * The TLS of one connection. Belongs to its event loop. Whoever adds it watches the time: the
 * handshake has no deadline of its own. Renegotiation, of TLS 1.2, is refused.
 */
public final class TlsHandler extends SslHandler {
  private static final int RECORD_HEADER = 5;
  private static final int HANDSHAKE = 22;

  /** An alert as a record of its own: fatal, unexpected_message (RFC 8446, section 6). */
  private static final byte[] UNEXPECTED_MESSAGE = {21, 3, 1, 0, 2, 2, 10};

  private ChannelHandlerContext context;
  private boolean finishing;

  TlsHandler(SSLEngine engine) {
    super(engine);
    setHandshakeTimeoutMillis(0);
  }

  /** Whether the handshake has succeeded. */
  public boolean established() {
    return handshakeFuture().isSuccess();
  }

  /** Whether the stream to the peer has ended, or is about to. */
  public boolean finishing() {
    return finishing;
  }

  /**
   * Whether a peer that has ended its stream may still be sent something; if not, the stream to it
   * has ended too. In TLS 1.2 both end together (RFC 5246, section 7.2.1).
   */
  public boolean halfCloses() {
    return !engine().getSession().getProtocol().equals("TLSv1.2");
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
    context = ctx;
    super.handlerAdded(ctx);
  }

  /**
   * Ends the stream to the peer, after what was written; what the peer sends is still read.
   *
   * @param whenDone runs when the socket has taken everything, or never will
   */
  public void finish(Runnable whenDone) {
    finishing = true;
    context.channel().flush();
    closeOutbound();
    context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(taken -> whenDone.run());
  }

  /** What the peer has said in the handshake, which has succeeded. */
  public TlsPeer peer() {
    SSLSession session = engine().getSession();
    return new TlsPeer(serverName(session), certificate(session));
  }

  private static Optional<String> serverName(SSLSession session) {
    if (session instanceof ExtendedSSLSession extended) {
      for (SNIServerName name : extended.getRequestedServerNames()) {
        if (name instanceof SNIHostName host) {
          return Optional.of(host.getAsciiName());
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<X509Certificate> certificate(SSLSession session) {
    try {
      return session.getPeerCertificates()[0] instanceof X509Certificate certificate
          ? Optional.of(certificate)
          : Optional.empty();
    } catch (SSLPeerUnverifiedException none) {
      return Optional.empty();
    }
  }

  /** Is called with a record at the front. */
  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out)
      throws SSLException {
    if (handshakeFuture().isDone()) {
      refuseRenegotiation(in);
    } else if (in.readableBytes() >= RECORD_HEADER && !isEncrypted(in, false)) {
      ctx.writeAndFlush(Unpooled.wrappedBuffer(UNEXPECTED_MESSAGE));
    }
    super.decode(ctx, in, out);
  }

  /** After the handshake, a record of this type asks for another; in TLS 1.3 there is none. */
  private static void refuseRenegotiation(ByteBuf in) throws SSLException {
    if (in.isReadable() && in.getByte(in.readerIndex()) == HANDSHAKE) {
      in.skipBytes(in.readableBytes());
      throw new SSLException(
          "the peer asks for another handshake on a connection that has had one");
    }
  }
}
