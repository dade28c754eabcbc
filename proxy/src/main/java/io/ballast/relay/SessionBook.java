package io.ballast.relay;

import io.ballast.cluster.Origin;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who is told of a session's life: the log, the observer, the limits. Stateless. */
final class SessionBook {
  private static final Logger log = LoggerFactory.getLogger(SessionBook.class);

  private final RelayedCluster cluster;

  SessionBook(RelayedCluster cluster) {
    this.cluster = cluster;
  }

  /** The session is live on its node. */
  void opened(Session session) {
    if (log.isDebugEnabled()) {
      log.debug(
          "opened session={} set={} node={} zone={} reason={}",
          session.id(),
          session.set(),
          session.node(),
          session.zone(),
          session.reason().word());
    }
    cluster.observer().opened(session);
  }

  /** An open session is counted in another zone. */
  void rezoned(Session session) {
    cluster.observer().rezoned(session, session.zone());
  }

  /** What an open session has carried in all, as of now. */
  void carried(Session session, long fromClient, long fromNode, long nowNanos) {
    long moreFromClient = fromClient - session.bytesFromClient();
    long moreFromNode = fromNode - session.bytesFromNode();
    if (moreFromClient != 0 || moreFromNode != 0) {
      session.carried(fromClient, fromNode, nowNanos);
      cluster.observer().carried(session, moreFromClient, moreFromNode);
    }
  }

  /** A session that was opened has ended. */
  void closed(Session session, Arrival arrival, CloseReason reason) {
    arrival.release();
    cluster.sessions().remove(session);
    if (log.isDebugEnabled()) {
      log.debug(
          "closed session={} set={} node={} reason={}",
          session.id(),
          session.set(),
          session.node(),
          reason.word());
    }
    cluster.observer().closed(session, reason);
  }

  /** A connection that was admitted has ended without becoming a session. */
  void rejected(long id, Arrival arrival, CloseReason reason) {
    arrival.release();
    Origin origin = arrival.origin();
    if (log.isDebugEnabled()) {
      log.debug("rejected session={} source={} reason={}", id, origin.source(), reason.word());
    }
    cluster.observer().rejected(origin, reason);
  }
}
