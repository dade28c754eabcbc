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

  /** Counts a session that is on a node, or tries it, in another zone. */
  void count(Session session, String zone) {
    cluster.counts().rezone(session.node(), session.zone(), zone);
    session.zone(zone);
  }

  /** Counts an open session in another zone, if it is not counted there. */
  void rezone(Session session, String zone) {
    if (!zone.equals(session.zone())) {
      count(session, zone);
      cluster.observer().rezoned(session, zone);
    }
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
  void closed(Session session, CloseReason reason) {
    cluster.counts().close(session.node(), session.zone());
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
  void rejected(long id, Origin origin, CloseReason reason) {
    if (log.isDebugEnabled()) {
      log.debug("rejected session={} source={} reason={}", id, origin.source(), reason.word());
    }
    cluster.observer().rejected(origin, reason);
  }
}
