package io.ballast;

import io.ballast.relay.ListenerSettings;
import io.ballast.relay.MoveSettings;
import io.ballast.session.Session;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Whether the listener that a session came in through lets it be moved. A listener that is removed
 * keeps what it had, for its sessions.
 *
 * @param still the listeners whose sessions stay
 */
record Movable(Set<String> still) implements Predicate<Session> {
  /** Without listeners. */
  static final Movable NONE = new Movable(Set.of());

  Movable {
    still = Set.copyOf(still);
  }

  /** This with these listeners. */
  Movable with(List<ListenerSettings> listeners) {
    Set<String> names = new HashSet<>(still);
    for (ListenerSettings listener : listeners) {
      if (listener.move().mode() == MoveSettings.Mode.NONE) {
        names.add(listener.name());
      } else {
        names.remove(listener.name());
      }
    }
    return new Movable(names);
  }

  @Override
  public boolean test(Session session) {
    return !still.contains(session.origin().listener());
  }
}
