package io.ballast;

import io.ballast.balance.Balancer;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import io.ballast.session.SessionObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * What the event loops tell a balancer of sessions. The control thread is not woken for each: what
 * comes within a moment goes over together, or before, when something else is to be done that must
 * know of it. The events of one session come in their order, those of several in any; a session
 * that is over before it has gone over is not told of at all, unless it may be the return of a set
 * that was moved. To be told is for the event loops, the rest for the control thread.
 */
final class SessionFeed implements SessionObserver {
  private static final Duration MOMENT = Duration.ofMillis(50);
  private static final int PARTS = 16;

  private final Balancer balancer;
  private final ControlThread control;
  private Predicate<Session> movable;
  private final Waiting[] parts = new Waiting[PARTS];
  private final AtomicBoolean due = new AtomicBoolean();

  /**
   * What is to go over of a part of the sessions: those that have opened, then the rest. Guarded by
   * itself, for nanoseconds; event loops hardly ever meet at one.
   */
  private static final class Waiting {
    private final Set<Session> opened = new HashSet<>();
    private final List<Runnable> events = new ArrayList<>();

    synchronized void opened(Session session) {
      opened.add(session);
    }

    /** Whether the session was still waiting, and does no more. */
    synchronized boolean passed(Session session) {
      return opened.remove(session);
    }

    synchronized void tell(Runnable event) {
      events.add(event);
    }

    synchronized void moveTo(List<Session> allOpened, List<Runnable> allEvents) {
      allOpened.addAll(opened);
      opened.clear();
      allEvents.addAll(events);
      events.clear();
    }
  }

  /**
   * @param movable whether the listener that a session came in through lets its sessions be moved
   */
  SessionFeed(Balancer balancer, ControlThread control, Predicate<Session> movable) {
    this.balancer = balancer;
    this.control = control;
    this.movable = movable;
    Arrays.setAll(parts, part -> new Waiting());
  }

  private Waiting part(Session session) {
    return parts[(int) session.id() & (PARTS - 1)];
  }

  /** From now on it is told otherwise which sessions may be moved. On the control thread. */
  void movable(Predicate<Session> other) {
    handOn();
    movable = other;
  }

  @Override
  public void opened(Session session) {
    part(session).opened(session);
    handOnSoon();
  }

  @Override
  public void rezoned(Session session, String zone) {
    tell(session, () -> balancer.rezoned(session, zone, true, System.nanoTime()));
  }

  /**
   * A passing session can be the return of a moved set only if that move is under way by now: a
   * move counts before its session is asked to end, and the set comes back after that.
   */
  @Override
  public void closed(Session session, CloseReason reason) {
    if (!part(session).passed(session)) {
      tell(session, () -> balancer.closed(session, System.nanoTime()));
    } else if (balancer.underWay() > 0) {
      tell(
          session,
          () -> {
            open(session);
            balancer.closed(session, System.nanoTime());
          });
    }
  }

  private void tell(Session session, Runnable event) {
    part(session).tell(event);
    handOnSoon();
  }

  private void handOnSoon() {
    if (!due.get() && due.compareAndSet(false, true)) {
      control.after(MOMENT, this::drain);
    }
  }

  private void drain() {
    due.set(false);
    handOn();
  }

  /**
   * Hands on what has been told so far. A set may so be back before the session that it was moved
   * from has closed, which the balancer bears.
   */
  void handOn() {
    List<Session> opened = new ArrayList<>();
    List<Runnable> events = new ArrayList<>();
    for (Waiting part : parts) {
      part.moveTo(opened, events);
    }
    opened.sort(Comparator.comparingLong(Session::id));
    opened.forEach(session -> ControlThread.run(() -> open(session)));
    events.forEach(ControlThread::run);
  }

  private void open(Session session) {
    balancer.opened(session, movable.test(session), System.nanoTime());
  }
}
