package io.ballast.relay;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The timekeeper of an event loop: instead of a timer for each session, one pass every 100 ms over
 * the sessions that are in a hurry and a tenth of those that are settled. Belongs to its event
 * loop. A loop without sessions is not woken.
 */
final class Sweep {
  static final int NOWHERE = -1;
  static final long PERIOD_MILLIS = 100;

  private static final int SETTLED_BUCKETS = 10;
  private static final int HURRIED = SETTLED_BUCKETS;

  private final EventLoop loop;
  private final DescriptorBudget budget;
  private final Swept[] heads = new Swept[SETTLED_BUCKETS + 1];
  private int size;
  private int turn;
  private int fill;
  private boolean running;

  /**
   * @param budget is told of each entry while it is here
   */
  Sweep(EventLoop loop, DescriptorBudget budget) {
    this.loop = loop;
    this.budget = budget;
  }

  /** Looks at the entry every 100 ms from now on. */
  void hurry(Swept entry) {
    move(entry, HURRIED);
  }

  /** Looks at the entry every second from now on. */
  void settle(Swept entry) {
    fill = (fill + 1) % SETTLED_BUCKETS;
    move(entry, fill);
  }

  /** Looks at the entry no more. */
  void leave(Swept entry) {
    assert loop.inEventLoop();
    if (entry.bucket != NOWHERE) {
      unlink(entry);
      size--;
      budget.leave();
    }
  }

  /** Hands over each entry; an entry may leave meanwhile, but not others. */
  void forEach(Consumer<Swept> visitor) {
    assert loop.inEventLoop();
    for (int bucket = 0; bucket < heads.length; bucket++) {
      visit(bucket, visitor);
    }
  }

  private void move(Swept entry, int bucket) {
    assert loop.inEventLoop();
    if (entry.bucket == NOWHERE) {
      size++;
      budget.enter();
    } else {
      unlink(entry);
    }
    entry.bucket = bucket;
    entry.previous = null;
    entry.next = heads[bucket];
    if (entry.next != null) {
      entry.next.previous = entry;
    }
    heads[bucket] = entry;
    if (!running) {
      running = true;
      schedule();
    }
  }

  private void unlink(Swept entry) {
    if (entry.previous == null) {
      heads[entry.bucket] = entry.next;
    } else {
      entry.previous.next = entry.next;
    }
    if (entry.next != null) {
      entry.next.previous = entry.previous;
    }
    entry.previous = null;
    entry.next = null;
    entry.bucket = NOWHERE;
  }

  private void schedule() {
    loop.schedule(this::pass, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void pass() {
    long now = System.nanoTime();
    visit(HURRIED, entry -> sweep(entry, now));
    turn = (turn + 1) % SETTLED_BUCKETS;
    visit(turn, entry -> sweep(entry, now));
    running = size > 0;
    if (running) {
      schedule();
    }
  }

  /** One entry's fault must not stop the clock of the others. */
  private static void sweep(Swept entry, long nowNanos) {
    try {
      entry.sweep(nowNanos);
    } catch (RuntimeException fault) {
      entry.fault(fault);
    }
  }

  private void visit(int bucket, Consumer<Swept> visitor) {
    Swept entry = heads[bucket];
    while (entry != null) {
      Swept following = entry.next;
      visitor.accept(entry);
      entry = following;
    }
  }
}
