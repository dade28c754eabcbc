package io.ballast.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.DefaultHttpContent;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Server-sent events to one browser: at most one event is under way, and of each kind only the
 * latest one follows it, so that a browser which does not read costs no more than one event.
 * Confined to the connection's event loop.
 */
final class EventStream {
  private static final Bytes STILL_HERE = Bytes.of(":\n");

  private final Channel channel;
  private final Events events;
  private final Set<String> due = new LinkedHashSet<>();
  private boolean writing;

  /** A stream whose response has begun. */
  EventStream(Channel channel, Events events) {
    this.channel = channel;
    this.events = events;
  }

  Channel channel() {
    return channel;
  }

  /** There is a new event of this kind. */
  void offer(String kind) {
    due.add(kind);
    advance();
  }

  /** Shows the browser, unless something is under way anyhow, that the connection lives. */
  void reassure() {
    if (!writing) {
      write(STILL_HERE);
    }
  }

  private void advance() {
    Iterator<String> next = due.iterator();
    if (!writing && next.hasNext()) {
      String kind = next.next();
      next.remove();
      write(events.latest(kind));
    }
  }

  private void write(Bytes bytes) {
    writing = true;
    channel
        .writeAndFlush(new DefaultHttpContent(bytes.buffer()))
        .addListener(
            (ChannelFutureListener)
                written -> {
                  writing = false;
                  if (written.isSuccess()) {
                    advance();
                  } else {
                    channel.close();
                  }
                });
  }
}
