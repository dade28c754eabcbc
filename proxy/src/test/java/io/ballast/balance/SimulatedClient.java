package io.ballast.balance;

import io.ballast.cluster.SetId;
import io.ballast.session.Session;

/** A device that keeps one connection, and comes back when it loses it. */
final class SimulatedClient {
  final SetId set;

  /** Its session, null while it has none. */
  Session session;

  /** The session that is being closed for a move. */
  Session leaving;

  /** It will not come back. */
  boolean gone;

  /** The node whose connect has just timed out. */
  String avoid;

  SimulatedClient(SetId set) {
    this.set = set;
  }
}
