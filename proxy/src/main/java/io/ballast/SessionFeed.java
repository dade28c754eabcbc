package io.ballast;

import io.ballast.balance.Balancer;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import io.ballast.session.SessionObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the event loops tell a balancer of sessions. The control thread is not woken for each: what
 * comes within a moment goes over together, or before, when something else is to be done that must
 * know of it. The events of one session come in their order; a session that is over before it has
 * gone over is not told of at all, unless it may be the return of a set that was moved. To be told
 * is for the event loops, the rest for the control thread.
 */
final class SessionFeed implements SessionObserver {
  private static final Duration MOMENT = Duration.ofMillis(50);

  private final Balancer balancer;
  private final ControlThread control;
  private Predicate<Session> movable;
  private final Object lock = new Object();
  // Guarded by the lock, which is held for nanoseconds: a queue without one costs a session more.
  private Waiting waiting = new Waiting();
  // Whether it will be handed on in a moment; guarded likewise.
  private boolean due;

  /** What is to go over: first the sessions that have opened, then the rest. */
  private static final class Waiting {
    final Set<Session> opened = new LinkedHashSet<>();
    final List<Runnable> events = new ArrayList<>();
  }

  /**
   * @param movable whether the listener that a session came in through lets its sessions be moved
   */
  SessionFeed(Balancer balancer, ControlThread control, Predicate<Session> movable) {
    this.balancer = balancer;
    this.control = control;
    this.movable = movable;
  }

  /** From now on it is told otherwise which sessions may be moved. On the control thread. */
  void movable(Predicate<Session> other) {
    handOn();
    movable = other;
  }

  @Override
  public void opened(Session session) {
    boolean first;
    synchronized (lock) {
      waiting.opened.add(session);
      first = nowDue();
    }
    handOnSoon(first);
  }

  @Override
  public void rezoned(Session session, String zone) {
    tell(() -> balancer.rezoned(session, zone, true, System.nanoTime()));
  }

  @Override
  public void closed(Session session, CloseReason reason) {
    boolean passed;
    synchronized (lock) {
      passed = waiting.opened.remove(session);
    }
    if (!passed) {
      tell(() -> balancer.closed(session, System.nanoTime()));
    } else if (balancer.underWay() > 0) {
      tell(
          () -> {
            open(session);
            balancer.closed(session, System.nanoTime());
          });
    }
  }

  private void tell(Runnable event) {
    boolean first;
    synchronized (lock) {
      waiting.events.add(event);
      first = nowDue();
    }
    handOnSoon(first);
  }

  private boolean nowDue() {
    boolean first = !due;
    due = true;
    return first;
  }

  private void handOnSoon(boolean first) {
    if (first) {
      control.after(MOMENT, this::drain);
    }
  }

  private void drain() {
    synchronized (lock) {
      due = false;
    }
    handOn();
  }

  /** Hands on what has been told so far. */
  void handOn() {
    Waiting batch;
    synchronized (lock) {
      batch = waiting;
      waiting = new Waiting();
    }
    batch.opened.forEach(session -> ControlThread.run(() -> open(session)));
    batch.events.forEach(ControlThread::run);
  }

  private void open(Session session) {
    balancer.opened(session, movable.test(session), System.nanoTime());
  }
}
