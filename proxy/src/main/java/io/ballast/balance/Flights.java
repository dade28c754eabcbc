package io.ballast.balance;

import io.ballast.session.Session;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The moves in flight: sessions that were asked to close for their move, and whose sets are not
 * back yet. A set may be back before its old session has closed; once that has, it is expected
 * until the return window has passed. A set is known by its identity, or, if each connection is a
 * set of its own, by its address. Owned by the control thread.
 */
final class Flights {
  private final Map<Object, ArrayDeque<Flight>> byReturner = new HashMap<>();
  private final Map<Session, Flight> departing = new HashMap<>();
  // Those whose session has closed, in that order, which is that of expiry. Some are over.
  private final ArrayDeque<Flight> byExpiry = new ArrayDeque<>();
  private final AtomicInteger underWay = new AtomicInteger();

  /** Takes the destination and the zone of a move. */
  interface Visitor {
    void expected(int to, int zone);
  }

  /** A set on its way. */
  static final class Flight {
    final Move move;
    final int to;
    final int zone;
    private final Object returner;
    private long endNanos;
    private boolean over;

    private Flight(Move move, int to, int zone) {
      this.move = move;
      this.to = to;
      this.zone = zone;
      this.returner = returner(move.session());
    }
  }

  /** Who comes back after a session. */
  static Object returner(Session session) {
    return session.affine() ? session.set() : session.origin().source().getAddress();
  }

  /** A session is asked to close for its move. */
  void depart(Move move, int to, int zone) {
    Flight flight = new Flight(move, to, zone);
    byReturner.computeIfAbsent(flight.returner, key -> new ArrayDeque<>(1)).add(flight);
    departing.put(move.session(), flight);
    underWay.incrementAndGet();
  }

  /**
   * A session has closed.
   *
   * @param endNanos until when its set is expected back
   * @return whether it was for a move
   */
  boolean closed(Session session, long endNanos) {
    Flight flight = departing.remove(session);
    if (flight == null) {
      return false;
    }
    if (!flight.over) {
      flight.endNanos = endNanos;
      byExpiry.add(flight);
    }
    return true;
  }

  /**
   * A session has opened on a node: the flight that has come to its end by that, one to this node
   * before others; or null.
   */
  Flight land(Session session, int node) {
    if (byReturner.isEmpty()) {
      return null;
    }
    ArrayDeque<Flight> flights = byReturner.get(returner(session));
    if (flights == null) {
      return null;
    }
    Flight landed = flights.peek();
    for (Flight flight : flights) {
      if (flight.to == node) {
        landed = flight;
        break;
      }
    }
    end(landed);
    return landed;
  }

  /** The next flight whose window has passed, or null. */
  Flight expire(long nowNanos) {
    while (!byExpiry.isEmpty()) {
      Flight flight = byExpiry.peek();
      if (!flight.over && flight.endNanos - nowNanos > 0) {
        return null;
      }
      byExpiry.poll();
      if (!flight.over) {
        end(flight);
        return flight;
      }
    }
    return null;
  }

  private void end(Flight flight) {
    flight.over = true;
    underWay.decrementAndGet();
    ArrayDeque<Flight> flights = byReturner.get(flight.returner);
    flights.remove(flight);
    if (flights.isEmpty()) {
      byReturner.remove(flight.returner);
    }
  }

  /** Hands over each flight whose session has closed; the others are still in the table. */
  void forEachExpected(Visitor visitor) {
    for (Flight flight : byExpiry) {
      if (!flight.over) {
        visitor.expected(flight.to, flight.zone);
      }
    }
  }

  /** How many sets are on their way. From any thread. */
  int underWay() {
    return underWay.get();
  }

  /** A copy whose flights never end, for a dry run that counts them as arrived. */
  Flights forDryRun() {
    Flights copy = new Flights();
    byExpiry.stream().filter(flight -> !flight.over).forEach(copy.byExpiry::add);
    return copy;
  }
}
