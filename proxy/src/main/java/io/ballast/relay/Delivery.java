package io.ballast.relay;

import io.netty.util.concurrent.EventExecutor;
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

  private final Leg leg;
  private final EventExecutor loop;
  private long sinceNanos = System.nanoTime();
  private long acknowledged;
  private long lookMillis = FIRST_LOOK_MILLIS;
  private boolean flushed;

  /** What is to be reset. */
  interface Leg {
    /** Whether it is not closed yet. */
    boolean isOpen();

    /** Whether the system has not taken everything yet. */
    boolean queued();

    /** What the system has taken and the peer has not acknowledged. */
    Transport.Unsent undelivered();

    /** Resets it at once. */
    void drop();
  }

  private Delivery(Leg leg, EventExecutor loop) {
    this.leg = leg;
    this.loop = loop;
  }

  /** Resets the leg when what was sent to it is delivered. */
  static void thenReset(Leg leg, EventExecutor loop) {
    new Delivery(leg, loop).look();
  }

  private void look() {
    if (!leg.isOpen()) {
      return;
    }
    long now = System.nanoTime();
    if (!flushed && !leg.queued()) {
      flushed = true;
      sinceNanos = now;
    }
    Transport.Unsent unsent = leg.undelivered();
    if (unsent.acknowledged() != acknowledged) {
      acknowledged = unsent.acknowledged();
      sinceNanos = now;
    }
    boolean blind = flushed && unsent.equals(Transport.UNKNOWN);
    boolean delivered = flushed && !unsent.any();
    if (delivered || now - sinceNanos >= (blind ? BLIND_NANOS : PATIENCE_NANOS)) {
      leg.drop();
    } else {
      loop.schedule(this::look, lookMillis, TimeUnit.MILLISECONDS);
      lookMillis = Math.min(LAST_LOOK_MILLIS, 2 * lookMillis);
    }
  }
}
