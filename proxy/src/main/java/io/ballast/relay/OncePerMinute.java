package io.ballast.relay;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Lets something be said once a minute, however often it happens. Thread-safe. */
final class OncePerMinute {
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final AtomicLong saidNanos = new AtomicLong();

  /** Whether it may be said now; it then counts as said. */
  boolean may(long nowNanos) {
    long last = saidNanos.get();
    return (last == 0 || nowNanos - last > MINUTE) && saidNanos.compareAndSet(last, nowNanos);
  }
}
