package io.ballast.relay;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;

/**
 * Measures how late an event loop is: a task that is to run four times a second tells how much
 * later it ran. Belongs to its event loop.
 */
final class LoopDelay {
  static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final EventLoop loop;
  private final LoopObserver observer;
  private long dueNanos;

  private LoopDelay(EventLoop loop, LoopObserver observer) {
    this.loop = loop;
    this.observer = observer;
  }

  /** Measures until the loop ends. */
  static void measure(EventLoop loop, LoopObserver observer) {
    loop.execute(new LoopDelay(loop, observer)::schedule);
  }

  private void schedule() {
    dueNanos = System.nanoTime() + PERIOD_NANOS;
    loop.schedule(this::run, PERIOD_NANOS, TimeUnit.NANOSECONDS);
  }

  private void run() {
    try {
      observer.late(Math.max(0, System.nanoTime() - dueNanos));
    } finally {
      schedule();
    }
  }
}
