package io.ballast.balance;

import io.ballast.session.Session;

/** Tells how long a session has been quiet; asked for sessions that may be moved only. */
@FunctionalInterface
interface Quietness {
  /** Takes every session for quiet. */
  Quietness ALWAYS = session -> Long.MIN_VALUE;

  /** When a byte last went either way; {@link Long#MIN_VALUE} for never. */
  long sinceNanos(Session session);

  /** Whether no byte went either way for that long. */
  default boolean quiet(Session session, long nowNanos, long quietNanos) {
    long since = sinceNanos(session);
    return since == Long.MIN_VALUE || nowNanos - since >= quietNanos;
  }
}
