package io.ballast.http;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The connections that are served at once. When all seats are taken, a newcomer gets that of a
 * connection which is leaving, or else of the one which has been without a request for longest: a
 * crowd of silent connections keeps nobody out. Confined to the event loop of the admin channels.
 */
final class Seats {
  private final int limit;
  private final Set<Connected> seated = new HashSet<>();
  private final Set<Connected> leaving = new LinkedHashSet<>();
  private final Set<Connected> silent = new LinkedHashSet<>();

  /** A connection that has a seat. */
  interface Connected {
    /** Gives the seat up at once. */
    void evict();
  }

  /** That many seats. */
  Seats(int limit) {
    this.limit = limit;
  }

  /** Takes a seat for a connection, which is silent at first. Returns false if there is none. */
  boolean take(Connected newcomer) {
    if (seated.size() == limit) {
      Iterator<Connected> dispensable =
          Stream.concat(leaving.stream(), silent.stream()).limit(1).iterator();
      if (!dispensable.hasNext()) {
        return false;
      }
      Connected evicted = dispensable.next();
      isGone(evicted);
      evicted.evict();
    }
    seated.add(newcomer);
    silent.add(newcomer);
    return true;
  }

  /** A request of the connection has arrived. */
  void asks(Connected connection) {
    silent.remove(connection);
  }

  /** The connection has no request any more. */
  void isSilent(Connected connection) {
    if (seated.contains(connection)) {
      silent.add(connection);
    }
  }

  /** The connection has had its last response. */
  void leaves(Connected connection) {
    if (seated.contains(connection)) {
      leaving.add(connection);
    }
  }

  /** The connection is gone. Does nothing if it has no seat any more. */
  void isGone(Connected connection) {
    silent.remove(connection);
    leaving.remove(connection);
    seated.remove(connection);
  }
}
