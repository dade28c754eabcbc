package io.ballast.relay;

import io.netty.buffer.Unpooled;
import io.netty.channel.socket.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * A reset that waits until the peer has what was sent to it before: a reset makes both systems
 * throw away what the peer has not read or acknowledged. It waits for as long as the peer
 * acknowledges something each second. Where the system cannot be asked, it waits a moment if
 * anything was sent. Belongs to the leg's event loop.
 */
final class Delivery {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long BLIND_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long FIRST_LOOK_MILLIS = 1;
  private static final long LAST_LOOK_MILLIS = 50;

  private final SocketChannel channel;
  private final Transport transport;
  private long sinceNanos = System.nanoTime();
  private long acknowledged;
  private long lookMillis = FIRST_LOOK_MILLIS;
  private boolean flushed;

  private Delivery(SocketChannel channel, Transport transport) {
    this.channel = channel;
    this.transport = transport;
  }

  /** Resets the channel when what was written to it is delivered. */
  static void thenReset(SocketChannel channel, Transport transport) {
    Delivery delivery = new Delivery(channel, transport);
    channel
        .writeAndFlush(Unpooled.EMPTY_BUFFER)
        .addListener(written -> delivery.flushed(written.isSuccess()));
    delivery.look();
  }

  private void flushed(boolean success) {
    if (success) {
      flushed = true;
      sinceNanos = System.nanoTime();
    } else {
      Sockets.reset(channel);
    }
  }

  private void look() {
    if (!channel.isOpen()) {
      return;
    }
    long now = System.nanoTime();
    Transport.Unsent unsent = transport.undelivered(channel);
    if (unsent.acknowledged() != acknowledged) {
      acknowledged = unsent.acknowledged();
      sinceNanos = now;
    }
    boolean blind = flushed && unsent.equals(Transport.UNKNOWN);
    boolean delivered = flushed && !unsent.any();
    if (delivered || now - sinceNanos >= (blind ? BLIND_NANOS : PATIENCE_NANOS)) {
      Sockets.reset(channel);
    } else {
      channel.eventLoop().schedule(this::look, lookMillis, TimeUnit.MILLISECONDS);
      lookMillis = Math.min(LAST_LOOK_MILLIS, 2 * lookMillis);
    }
  }
}
