package io.ballast;

import io.ballast.cluster.Origin;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import io.ballast.session.SessionObserver;

/** Tells two observers, one after the other. */
record SessionFanout(SessionObserver first, SessionObserver second) implements SessionObserver {
  @Override
  public void accepted(String listener) {
    first.accepted(listener);
    second.accepted(listener);
  }

  @Override
  public void acceptFailed(String listener) {
    first.acceptFailed(listener);
    second.acceptFailed(listener);
  }

  @Override
  public void opened(Session session) {
    first.opened(session);
    second.opened(session);
  }

  @Override
  public void rezoned(Session session, String zone) {
    first.rezoned(session, zone);
    second.rezoned(session, zone);
  }

  @Override
  public void carried(Session session, long fromClient, long fromNode) {
    first.carried(session, fromClient, fromNode);
    second.carried(session, fromClient, fromNode);
  }

  @Override
  public void closed(Session session, CloseReason reason) {
    first.closed(session, reason);
    second.closed(session, reason);
  }

  @Override
  public void rejected(Origin origin, CloseReason reason) {
    first.rejected(origin, reason);
    second.rejected(origin, reason);
  }
}
