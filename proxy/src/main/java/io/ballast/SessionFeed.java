package io.ballast;

import io.ballast.balance.Balancer;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import io.ballast.session.SessionObserver;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * What the event loops tell a balancer of sessions. The control thread is not woken for each: a
 * session goes over when it has lived for a moment or two, and what becomes of it a moment later at
 * most, together with what else has come; or before, when something else is to be done that must
 * know of it. The events of one session come in their order, those of several in any; a session
 * that is over before it has gone over is not told of at all, unless it may be the return of a set
 * that was moved, or was given another zone. To be told is for the event loops, the rest for the
 * control thread.
 */
final class SessionFeed implements SessionObserver {
  private static final Duration MOMENT = Duration.ofMillis(250);

  /** While sets are on their way: one that is back counts twice at its node until it is told of. */
  private static final Duration SHORT_MOMENT = Duration.ofMillis(50);

  // Odd. Numbers that follow each other would make one long run in an open table.
  private static final long SCATTER = 0x9e37_79b9_7f4a_7c15L;

  private static final int PARTS = 16;

  private final Balancer balancer;
  private final BiConsumer<Duration, Runnable> control;
  private Predicate<Session> movable;
  private final Waiting[] parts = new Waiting[PARTS];
  private final AtomicBoolean due = new AtomicBoolean();

  /**
   * What is to go over of a part of the sessions: those that have opened, then the rest. Guarded by
   * itself, for nanoseconds; event loops hardly ever meet at one.
   */
  private static final class Waiting {
    // By number, scattered; the older ones have waited for a moment.
    private LongObjectMap<Session> young = new LongObjectHashMap<>();
    private LongObjectMap<Session> older = new LongObjectHashMap<>();
    private final List<Runnable> events = new ArrayList<>();

    private static long key(Session session) {
      return session.id() / PARTS * SCATTER;
    }

    synchronized void opened(Session session) {
      young.put(key(session), session);
    }

    /** Whether the session was still waiting, and does no more. */
    synchronized boolean passed(Session session) {
      long key = key(session);
      return young.remove(key) != null || older.remove(key) != null;
    }

    synchronized void tell(Runnable event) {
      events.add(event);
    }

    /** Hands over the older sessions, and makes the young ones older; returns if there are any. */
    synchronized boolean moveTo(List<Session> allOpened, List<Runnable> allEvents) {
      allOpened.addAll(older.values());
      older = young;
      // Maps of this kind never get smaller.
      young = new LongObjectHashMap<>();
      allEvents.addAll(events);
      events.clear();
      return !older.isEmpty();
    }
  }

  /**
   * @param control runs a task on the control thread, after some time
   * @param movable whether the listener that a session came in through lets its sessions be moved
   */
  SessionFeed(
      Balancer balancer, BiConsumer<Duration, Runnable> control, Predicate<Session> movable) {
    this.balancer = balancer;
    this.control = control;
    this.movable = movable;
    Arrays.setAll(parts, part -> new Waiting());
  }

  private Waiting part(Session session) {
    return parts[(int) (session.id() % PARTS)];
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
    tell(
        session,
        part(session).passed(session),
        () -> balancer.rezoned(session, zone, true, System.nanoTime()));
  }

  /**
   * A passing session can be the return of a moved set only if that move is under way by now: a
   * move counts before its session is asked to end, and the set comes back after that.
   */
  @Override
  public void closed(Session session, CloseReason reason) {
    boolean waited = part(session).passed(session);
    if (!waited || balancer.underWay() > 0) {
      tell(session, waited, () -> balancer.closed(session, System.nanoTime()));
    }
  }

  /**
   * @param waited whether the session has not gone over, and must first
   */
  private void tell(Session session, boolean waited, Runnable event) {
    Runnable both =
        () -> {
          open(session);
          event.run();
        };
    part(session).tell(waited ? both : event);
    handOnSoon();
  }

  private void handOnSoon() {
    if (!due.get() && due.compareAndSet(false, true)) {
      control.accept(balancer.underWay() > 0 ? SHORT_MOMENT : MOMENT, this::drain);
    }
  }

  /** A set has left for another node, and may be back any time. On the control thread. */
  void returnExpected() {
    // Besides the drain that may be due later, which alone makes another due.
    control.accept(SHORT_MOMENT, this::handOn);
  }

  private void drain() {
    due.set(false);
    if (balancer.underWay() > 0) {
      handOn();
    } else if (handOnOlder()) {
      handOnSoon();
    }
  }

  /**
   * Hands on all that has been told so far. A set may so be back before the session that it was
   * moved from has closed, which the balancer bears.
   */
  void handOn() {
    if (handOnOlder()) {
      handOnOlder();
    }
  }

  /** Hands on all but the youngest sessions; returns whether there are any. */
  private boolean handOnOlder() {
    List<Session> opened = new ArrayList<>();
    List<Runnable> events = new ArrayList<>();
    boolean more = false;
    for (Waiting part : parts) {
      more |= part.moveTo(opened, events);
    }
    opened.sort(Comparator.comparingLong(Session::id));
    opened.forEach(session -> ControlThread.run(() -> open(session)));
    events.forEach(ControlThread::run);
    return more;
  }

  private void open(Session session) {
    balancer.opened(session, movable.test(session), System.nanoTime());
  }
}
