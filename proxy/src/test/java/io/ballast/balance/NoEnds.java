package io.ballast.balance;

import io.ballast.session.CloseReason;
import io.ballast.session.Session;

/** Sessions without sockets: a test ends them itself. */
final class NoEnds implements Session.Ends {
  @Override
  public void closeGently(CloseReason reason, long quietNanos, long patienceNanos) {}

  @Override
  public void abort(CloseReason reason) {}

  @Override
  public void rezone(String zone) {}
}
