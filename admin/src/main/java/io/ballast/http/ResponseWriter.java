package io.ballast.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.Iterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one response at a time to a connection, and pulls the pieces of a long one only while the
 * connection takes them. Confined to the connection's event loop.
 */
final class ResponseWriter {
  private static final Logger log = LoggerFactory.getLogger(ResponseWriter.class);

  private final Channel channel;
  private final Runnable done;
  private Iterator<Bytes> pieces;
  private boolean endless;

  /**
   * A writer to a connection.
   *
   * @param done run when a response is written whole; a connection that fails is closed instead
   */
  ResponseWriter(Channel channel, Runnable done) {
    this.channel = channel;
    this.done = done;
  }

  /**
   * Starts to write.
   *
   * @param keepAlive whether another response may follow
   * @param chunks whether the caller understands a body without a length that is not the last
   */
  void start(Response response, boolean keepAlive, boolean chunks) {
    if (response.body() instanceof Bytes whole) {
      DefaultFullHttpResponse message =
          new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, response.status(), whole.buffer());
      addHeaders(message, response, keepAlive);
      message.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, whole.length());
      finish(channel.writeAndFlush(message));
      return;
    }
    HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, response.status());
    addHeaders(head, response, keepAlive);
    if (chunks) {
      head.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
    }
    if (response.body() instanceof Body.Endless following) {
      endless = true;
      channel.writeAndFlush(head);
      following.events().subscribe(new EventStream(channel, following.events()));
    } else if (response.body() instanceof Body.Pieces following) {
      channel.write(head);
      pieces = following.pieces();
      resume();
    }
  }

  private static void addHeaders(HttpResponse message, Response response, boolean keepAlive) {
    HttpHeaders headers = message.headers();
    response.headers().forEach(headers::set);
    SecurityHeaders.addTo(headers);
    headers.set(HttpHeaderNames.CONTENT_TYPE, response.contentType());
    headers.set(
        HttpHeaderNames.CONNECTION,
        keepAlive ? HttpHeaderValues.KEEP_ALIVE : HttpHeaderValues.CLOSE);
  }

  /** Whether the response under way has no end. */
  boolean isEndless() {
    return endless;
  }

  /** Goes on with a long response when the connection takes bytes again. */
  void resume() {
    if (pieces == null || !channel.isActive()) {
      return;
    }
    if (!channel.isWritable()) {
      channel.flush();
      return;
    }
    Iterator<Bytes> rest = pieces;
    try {
      if (rest.hasNext()) {
        channel.writeAndFlush(new DefaultHttpContent(rest.next().buffer()));
        // Others have their turn between two pieces.
        channel.eventLoop().execute(this::resume);
        return;
      }
    } catch (RuntimeException e) {
      log.error("a response was cut short by a fault of this program", e);
      pieces = null;
      channel.close();
      return;
    }
    pieces = null;
    finish(channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
  }

  private void finish(ChannelFuture written) {
    written.addListener(
        (ChannelFutureListener)
            it -> {
              if (it.isSuccess()) {
                done.run();
              } else {
                it.channel().close();
              }
            });
  }
}
