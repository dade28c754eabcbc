package io.ballast.relay;

import io.ballast.session.CloseReason;
import java.util.ArrayDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections that are accepted and have not begun. Thousands of clients that come at once must be
 * accepted faster than they can be served: those for whom the system's queue has no room try again
 * only after a second, and then after two. So only some begin in each round of events, in the order
 * in which they came, and the sessions that are there have their turn in between. Belongs to its
 * event loop.
 */
final class Beginnings {
  private static final Logger log = LoggerFactory.getLogger(Beginnings.class);

  /**
   * The most that begin while the events of a round are handled, and once more at its end if some
   * wait then.
   */
  static final int A_ROUND = 32;

  /** When so many wait, on all loops, no more are accepted. */
  static final int MOST_WAITING = 8192;

  private final ArrayDeque<Beginning> waiting = new ArrayDeque<>();
  private final DescriptorBudget budget;
  private int begun;
  private boolean over;

  Beginnings(DescriptorBudget budget) {
    this.budget = budget;
  }

  /** A connection that is accepted. One of its methods is called, once. */
  interface Beginning {
    void begin();

    void turnAway(CloseReason reason);
  }

  /**
   * Whether a listener may accept one more.
   *
   * @param accepted how many it has accepted in this turn
   * @param ahead whether it may accept more than can begin in a round
   */
  boolean mayAccept(int accepted, boolean ahead) {
    int all = budget.waiting();
    if (all < A_ROUND && accepted < A_ROUND) {
      // Some may be on their way to another loop.
      return true;
    }
    return ahead && all < MOST_WAITING && budget.hasRoom();
  }

  /**
   * Begins a connection, now or when it is its turn. It is among those that the budget knows to
   * wait, as it may have come from another loop.
   */
  void add(Beginning next) {
    waiting.add(next);
    if (over) {
      turnAway(CloseReason.SHUTDOWN);
    } else if (begun < A_ROUND && waiting.size() == 1) {
      begun++;
      beginNext();
    }
  }

  /** Whether some are still to begin. */
  boolean isPending() {
    return !waiting.isEmpty();
  }

  /** The events of a round are handled: it is the turn of the next. */
  void endRound() {
    for (int i = 0; i < A_ROUND && !waiting.isEmpty(); i++) {
      beginNext();
    }
    begun = 0;
  }

  private void beginNext() {
    Beginning next = next();
    try {
      next.begin();
    } catch (RuntimeException | Error fault) {
      // It must not be the end of the loop, nor of the others.
      log.error("fault in a connection that begins", fault);
    }
  }

  /** Ends all that wait. */
  void turnAway(CloseReason reason) {
    while (!waiting.isEmpty()) {
      Beginning next = next();
      try {
        next.turnAway(reason);
      } catch (RuntimeException | Error fault) {
        log.error("fault in a connection that is turned away", fault);
      }
    }
  }

  /** The loop ends: all that wait are turned away, and all that still come. */
  void end() {
    over = true;
    turnAway(CloseReason.SHUTDOWN);
  }

  private Beginning next() {
    budget.begins();
    return waiting.remove();
  }
}
