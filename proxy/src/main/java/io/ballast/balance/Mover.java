package io.ballast.balance;

import io.ballast.session.Session;

/**
 * The port through which a session is taken off its node; by reconnect, or some day by handover.
 */
public interface Mover {
  /**
   * Asks a session to end gently, as moved. Must not block; a session that has ended meanwhile is
   * left alone.
   *
   * @param to the node that its set is expected on
   * @param quietNanos no byte for this long makes a session quiet, and quiet is waited for
   * @param patienceNanos how long at most; {@link Long#MAX_VALUE} for ever
   */
  void move(Session session, String to, long quietNanos, long patienceNanos);
}
