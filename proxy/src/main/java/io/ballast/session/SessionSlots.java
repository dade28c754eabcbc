package io.ballast.session;

/**
 * An open hash table of sessions, without an object for each: a session stands at the first free
 * place from the one that its hash names. Not thread-safe.
 */
abstract class SessionSlots {
  /** No place. */
  static final int NONE = -1;

  private static final int FIRST_CAPACITY = 8;

  // A power of two, and at least a third of it free.
  private Session[] slots = new Session[FIRST_CAPACITY];
  private int size;

  /** What the session's place follows from; it never changes while the session is here. */
  abstract int hash(Session session);

  /** How many sessions there are. */
  final int size() {
    return size;
  }

  /** The first place at which a session of that hash may stand. */
  final int first(int hash) {
    return hash & (slots.length - 1);
  }

  /** The place after that one; a search is over at the first place without a session. */
  final int after(int place) {
    return (place + 1) & (slots.length - 1);
  }

  /** The session at that place, or null. */
  final Session at(int place) {
    return slots[place];
  }

  /** Where that very session stands, or {@link #NONE}. */
  final int find(Session session) {
    for (int place = first(hash(session)); slots[place] != null; place = after(place)) {
      if (slots[place] == session) {
        return place;
      }
    }
    return NONE;
  }

  /** Adds a session that is not there. */
  final void add(Session session) {
    if (3 * (size + 1) > 2 * slots.length) {
      grow();
    }
    place(session);
    size++;
  }

  private void grow() {
    Session[] old = slots;
    slots = new Session[2 * old.length];
    for (Session session : old) {
      if (session != null) {
        place(session);
      }
    }
  }

  private void place(Session session) {
    int place = first(hash(session));
    while (slots[place] != null) {
      place = after(place);
    }
    slots[place] = session;
  }

  /** Puts a session of the same hash in the place of another. */
  final void replace(int place, Session by) {
    slots[place] = by;
  }

  /** Frees a place, and closes the gap: who stands behind it may have been kept from it. */
  final void remove(int place) {
    size--;
    int gap = place;
    for (int next = after(gap); slots[next] != null; next = after(next)) {
      int wanted = first(hash(slots[next]));
      if (((next - wanted) & (slots.length - 1)) >= ((next - gap) & (slots.length - 1))) {
        slots[gap] = slots[next];
        gap = next;
      }
    }
    slots[gap] = null;
  }

  /** A copy of the sessions. */
  final Session[] toArray() {
    Session[] copy = new Session[size];
    int next = 0;
    for (Session session : slots) {
      if (session != null) {
        copy[next++] = session;
      }
    }
    return copy;
  }
}
