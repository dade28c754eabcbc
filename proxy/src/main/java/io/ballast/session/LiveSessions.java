package io.ballast.session;

import io.ballast.cluster.SetId;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

/**
 * The live sessions of a cluster, each once, found by number and by set. Thread-safe; a walk over
 * all of them sees those that live throughout, and may or may not see those that come or go
 * meanwhile.
 */
public final class LiveSessions {
  private final ConcurrentMap<Long, Session> byId = new ConcurrentHashMap<>();
  // The head of each set's list; lists are read and changed within compute, which locks the entry.
  private final ConcurrentMap<SetId, Session> bySet = new ConcurrentHashMap<>();

  /** Adds a session that is not there. */
  public void add(Session session) {
    if (byId.putIfAbsent(session.id(), session) != null) {
      throw new IllegalStateException("session " + session.id() + " is there already");
    }
    bySet.compute(
        session.set(),
        (set, head) -> {
          session.next = head;
          if (head != null) {
            head.previous = session;
          }
          return session;
        });
  }

  /**
   * Removes a session.
   *
   * @return false if it was not there: it is counted as ended once
   */
  public boolean remove(Session session) {
    if (!byId.remove(session.id(), session)) {
      return false;
    }
    bySet.compute(session.set(), (set, head) -> unlinked(head, session));
    return true;
  }

  private static Session unlinked(Session head, Session session) {
    if (session.next != null) {
      session.next.previous = session.previous;
    }
    if (session.previous != null) {
      session.previous.next = session.next;
    }
    Session newHead = head == session ? session.next : head;
    session.next = null;
    session.previous = null;
    return newHead;
  }

  /** The session of that number. */
  public Optional<Session> get(long id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** How many there are. */
  public int size() {
    return byId.size();
  }

  /** Hands over each session. */
  public void forEach(Consumer<Session> visitor) {
    byId.values().forEach(visitor);
  }

  /** The sessions, for a walk that may stop at any time. */
  public Iterable<Session> all() {
    return byId.values();
  }

  /** Hands over each session of a set; the visitor must not add or remove sessions. */
  public void forEachOf(SetId set, Consumer<Session> visitor) {
    bySet.computeIfPresent(
        set,
        (key, head) -> {
          for (Session session = head; session != null; session = session.next) {
            visitor.accept(session);
          }
          return head;
        });
  }
}
