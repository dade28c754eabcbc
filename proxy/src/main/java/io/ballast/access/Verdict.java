package io.ballast.access;

/** What {@link Admission} says of a connection. */
public enum Verdict {
  /** It may stay; {@link Pass#release} must follow when it ends. */
  ADMITTED,
  /** Clients with its address may not connect. */
  DENIED,
  /** The listener has as many connections as it may have. */
  TOO_MANY_SESSIONS,
  /** Its source address has as many connections as it may have. */
  TOO_MANY_OF_SOURCE,
  /** There are as many connections of unknown sets as there may be, at all or of its source. */
  TOO_MANY_UNIDENTIFIED,
  /** Connections come faster than they may. */
  TOO_FAST
}
