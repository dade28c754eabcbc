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
  private long sinceNanos;
  private long acknowledged = -1;
  private long lookMillis = FIRST_LOOK_MILLIS;
  private boolean flushed;

  private Delivery(SocketChannel channel, Transport transport) {
    this.channel = channel;
    this.transport = transport;
  }

  /** Resets the channel when what was written to it is delivered. */
  static void thenReset(SocketChannel channel, Transport transport) {
    Delivery delivery = new Delivery(channel, transport);
    delivery.sinceNanos = System.nanoTime();
    channel
        .writeAndFlush(Unpooled.EMPTY_BUFFER)
        .addListener(written -> delivery.flushed(written.isSuccess()));
    if (!delivery.flushed) {
      delivery.lookAgain();
    }
  }

  private void flushed(boolean success) {
    flushed = true;
    if (success) {
      look();
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
      sinceNanos = acknowledged == 0 ? sinceNanos : now;
    }
    long patience = unsent.equals(Transport.UNKNOWN) ? BLIND_NANOS : PATIENCE_NANOS;
    boolean delivered = flushed && !unsent.any();
    if (delivered || now - sinceNanos >= patience) {
      Sockets.reset(channel);
    } else {
      lookAgain();
    }
  }

  private void lookAgain() {
    channel.eventLoop().schedule(this::look, lookMillis, TimeUnit.MILLISECONDS);
    lookMillis = Math.min(LAST_LOOK_MILLIS, 2 * lookMillis);
  }
}
