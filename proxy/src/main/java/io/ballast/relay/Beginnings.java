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

  /** The most that begin in a round. */
  static final int A_ROUND = 32;

  /** When so many wait, no more are accepted in a round than begin in one. */
  private static final int MANY = 8192;

  private final ArrayDeque<Beginning> waiting = new ArrayDeque<>();
  private final DescriptorBudget budget;
  private int begun;

  Beginnings(DescriptorBudget budget) {
    this.budget = budget;
  }

  /** A connection that is accepted. Exactly one of its methods is called, once. */
  interface Beginning {
    void begin();

    void turnAway(CloseReason reason);
  }

  /** Whether one more may be accepted, after so many in this round. */
  boolean mayAccept(int accepted) {
    return accepted < A_ROUND || (waiting.size() < MANY && budget.hasRoom());
  }

  /** Begins a connection, now or when it is its turn. */
  void add(Beginning next) {
    if (begun < A_ROUND && waiting.isEmpty()) {
      begun++;
      next.begin();
    } else {
      budget.enter();
      waiting.add(next);
    }
  }

  /** Whether some are still to begin. */
  boolean isPending() {
    return !waiting.isEmpty();
  }

  /** The events of a round are handled: it is the turn of the next. */
  void endRound() {
    for (begun = 0; begun < A_ROUND && !waiting.isEmpty(); begun++) {
      try {
        next().begin();
      } catch (RuntimeException | Error fault) {
        // It must not be the end of the loop, nor of the others.
        log.error("fault in a connection that begins", fault);
      }
    }
    begun = 0;
  }

  /** Ends all that wait. */
  void turnAway(CloseReason reason) {
    while (!waiting.isEmpty()) {
      next().turnAway(reason);
    }
  }

  private Beginning next() {
    budget.leave();
    return waiting.remove();
  }
}
