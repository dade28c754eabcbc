package io.ballast.session;

import io.ballast.cluster.SetId;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The live sessions of a cluster, each once, found by number and by set. Thread-safe; a walk over
 * all of them sees those that live throughout, and may or may not see those that come or go
 * meanwhile.
 *
 * <p>They stand in tables of their own, since an entry of the library's maps costs more than an
 * eighth of an idle session. The tables are divided into parts with a lock each, so that event
 * loops hardly ever meet at one, and a walk never keeps them waiting for long.
 */
public final class LiveSessions {
  private static final int PARTS = 64;
  private static final int PART_BITS = Integer.numberOfTrailingZeros(PARTS);

  private final ById[] byId = new ById[PARTS];
  // The newest session of each set; its others are linked to it, guarded by the same lock.
  private final NewestOfSets[] bySet = new NewestOfSets[PARTS];

  private static final class ById extends SessionSlots {
    /** Numbers follow each other, so that what is left of them fills the places in order. */
    @Override
    int hash(Session session) {
      return hash(session.id());
    }

    private static int hash(long id) {
      return (int) (id >>> PART_BITS);
    }

    Session get(long id) {
      int place = first(hash(id));
      while (at(place) != null && at(place).id() != id) {
        place = after(place);
      }
      return at(place);
    }
  }

  /** Without sessions. */
  public LiveSessions() {
    Arrays.setAll(byId, part -> new ById());
    Arrays.setAll(bySet, part -> new NewestOfSets());
  }

  private ById part(long id) {
    return byId[(int) id & (PARTS - 1)];
  }

  /** By the upper bits: the place in the part goes by the lower ones. */
  private NewestOfSets part(SetId set) {
    return bySet[set.tableHash() >>> (Integer.SIZE - PART_BITS)];
  }

  /** Adds a session that is not there. */
  public void add(Session session) {
    ById ids = part(session.id());
    synchronized (ids) {
      if (ids.get(session.id()) != null) {
        throw new IllegalStateException("session " + session.id() + " is there already");
      }
      ids.add(session);
    }
    NewestOfSets sets = part(session.set());
    synchronized (sets) {
      session.next = sets.put(session);
      if (session.next != null) {
        session.next.previous = session;
      }
    }
  }

  /**
   * Removes a session.
   *
   * @return false if it was not there: it is counted as ended once
   */
  public boolean remove(Session session) {
    ById ids = part(session.id());
    synchronized (ids) {
      int place = ids.find(session);
      if (place == SessionSlots.NONE) {
        return false;
      }
      ids.remove(place);
    }
    NewestOfSets sets = part(session.set());
    synchronized (sets) {
      unlink(sets, session);
    }
    return true;
  }

  private static void unlink(NewestOfSets sets, Session session) {
    if (session.previous != null) {
      session.previous.next = session.next;
    } else if (session.next != null) {
      sets.put(session.next);
    } else {
      sets.remove(session.set());
    }
    if (session.next != null) {
      session.next.previous = session.previous;
    }
    session.next = null;
    session.previous = null;
  }

  /** The session of that number. */
  public Optional<Session> get(long id) {
    ById ids = part(id);
    synchronized (ids) {
      return Optional.ofNullable(ids.get(id));
    }
  }

  /** How many there are. */
  public int size() {
    return Arrays.stream(byId).mapToInt(LiveSessions::size).sum();
  }

  private static int size(ById part) {
    synchronized (part) {
      return part.size();
    }
  }

  /** Hands over each session. */
  public void forEach(Consumer<Session> visitor) {
    all().forEach(visitor);
  }

  /** The sessions, for a walk that may stop at any time. */
  public Iterable<Session> all() {
    return this::walk;
  }

  private Iterator<Session> walk() {
    return IntStream.range(0, PARTS).boxed().flatMap(part -> Arrays.stream(copy(part))).iterator();
  }

  private Session[] copy(int part) {
    synchronized (byId[part]) {
      return byId[part].toArray();
    }
  }

  /** Hands over each session of a set; the visitor must not add or remove sessions. */
  public void forEachOf(SetId set, Consumer<Session> visitor) {
    NewestOfSets sets = part(set);
    synchronized (sets) {
      for (Session session = sets.get(set); session != null; session = session.next) {
        visitor.accept(session);
      }
    }
  }
}
