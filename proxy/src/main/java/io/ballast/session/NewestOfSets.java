package io.ballast.session;

import io.ballast.cluster.SetId;

/**
 * The newest session of each set that has any: an open hash table, without an object for each. Not
 * thread-safe.
 */
public final class NewestOfSets extends SessionSlots {
  @Override
  int hash(Session session) {
    return session.set().tableHash();
  }

  private int find(SetId set) {
    int place = first(set.tableHash());
    while (at(place) != null && !at(place).set().equals(set)) {
      place = after(place);
    }
    return at(place) == null ? NONE : place;
  }

  /** The newest session of a set, or null. */
  public Session get(SetId set) {
    int place = find(set);
    return place == NONE ? null : at(place);
  }

  /**
   * Makes a session the newest of its set.
   *
   * @return which one was that before, or null
   */
  public Session put(Session session) {
    int place = find(session.set());
    if (place == NONE) {
      add(session);
      return null;
    }
    Session before = at(place);
    replace(place, session);
    return before;
  }

  /** The set, which is there, has no session any more. */
  public void remove(SetId set) {
    remove(find(set));
  }
}
