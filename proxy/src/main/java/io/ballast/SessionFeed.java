package io.ballast;

import io.ballast.balance.Balancer;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import io.ballast.session.SessionObserver;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * What the event loops tell a balancer of sessions, handed on in its order. The control thread is
 * not woken for each: what comes within a moment goes over together, or before, when something else
 * is to be done that must know of it. To be told is for the event loops, the rest for the control
 * thread.
 */
final class SessionFeed implements SessionObserver {
  private static final Duration MOMENT = Duration.ofMillis(10);

  private final Balancer balancer;
  private final ControlThread control;
  private Predicate<Session> movable;
  private final Queue<Runnable> told = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean due = new AtomicBoolean();

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
    tell(() -> balancer.opened(session, movable.test(session), System.nanoTime()));
  }

  @Override
  public void rezoned(Session session, String zone) {
    tell(() -> balancer.rezoned(session, zone, true, System.nanoTime()));
  }

  @Override
  public void closed(Session session, CloseReason reason) {
    tell(() -> balancer.closed(session, System.nanoTime()));
  }

  private void tell(Runnable event) {
    told.add(event);
    if (!due.get() && due.compareAndSet(false, true)) {
      control.after(MOMENT, this::drain);
    }
  }

  private void drain() {
    due.set(false);
    handOn();
  }

  /** Hands on what has been told so far. */
  void handOn() {
    for (Runnable event = told.poll(); event != null; event = told.poll()) {
      ControlThread.run(event);
    }
  }
}
