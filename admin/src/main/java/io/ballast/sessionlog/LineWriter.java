package io.ballast.sessionlog;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded queue, and the thread that writes what is in it. {@link #offer} may be called from any
 * thread, takes no lock and never waits, however long the sink takes.
 */
final class LineWriter implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LineWriter.class);

  /** How long {@link #close} waits for the sink. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final int capacity;
  private final Consumer<String> sink;
  private final Queue<Ended> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger size = new AtomicInteger();
  private final LongAdder written = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final AtomicBoolean asleep = new AtomicBoolean();
  private final Thread thread;
  private volatile boolean closed;

  /**
   * Starts the thread.
   *
   * @param capacity how many may wait
   * @param sink takes a line; may block
   */
  LineWriter(int capacity, Consumer<String> sink) {
    this.capacity = capacity;
    this.sink = sink;
    this.thread = new Thread(this::run, "ballast-session-log");
    thread.setDaemon(true);
    thread.start();
  }

  /** Lets it be written, or drops it if too many wait. */
  void offer(Ended ended) {
    if (size.incrementAndGet() > capacity || closed) {
      size.decrementAndGet();
      dropped.increment();
    } else {
      waiting.add(ended);
      wake();
    }
  }

  long written() {
    return written.sum();
  }

  long dropped() {
    return dropped.sum();
  }

  private void wake() {
    if (asleep.get() && asleep.compareAndSet(true, false)) {
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    while (true) {
      Ended next = waiting.poll();
      if (next != null) {
        size.decrementAndGet();
        write(next);
      } else if (closed) {
        return;
      } else {
        sleep();
      }
    }
  }

  /** Whoever adds after the last look at the queue sees that this thread is asleep. */
  private void sleep() {
    asleep.set(true);
    if (waiting.isEmpty() && !closed) {
      LockSupport.park(this);
    }
    asleep.set(false);
  }

  private void write(Ended ended) {
    try {
      sink.accept(ended.line());
      written.increment();
    } catch (RuntimeException failure) {
      dropped.increment();
      log.debug("a line of the session log was not written", failure);
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      log.warn("session log: {} lines could not be written any more", size.get());
    }
  }
}
