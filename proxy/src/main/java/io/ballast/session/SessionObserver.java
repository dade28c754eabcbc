package io.ballast.session;

import io.ballast.cluster.Origin;

/**
 * Is told of what becomes of sessions, on their event loops; must not block. A session is opened
 * once, when its node has taken the connection, and then closed once.
 */
public interface SessionObserver {
  /** Tells nobody. */
  SessionObserver NONE = new SessionObserver() {};

  /** A connection was accepted. */
  default void accepted(String listener) {}

  /** A listener could not accept, for want of a descriptor as a rule; it tries again. */
  default void acceptFailed(String listener) {}

  /** A session is live on its node. */
  default void opened(Session session) {}

  /** A session that was opened is counted in another zone, the one its set is configured for. */
  default void rezoned(Session session, String zone) {}

  /**
   * A session that was opened has carried more bytes since this was last told, which is about once
   * a second while bytes flow and once more before it is closed.
   *
   * @param fromClient how many more its client has sent
   * @param fromNode how many more its node has sent
   */
  default void carried(Session session, long fromClient, long fromNode) {}

  /** A session that was opened has ended. */
  default void closed(Session session, CloseReason reason) {}

  /** A connection ended that never became a session. */
  default void rejected(Origin origin, CloseReason reason) {}
}
