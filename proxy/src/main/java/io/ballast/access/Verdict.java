package io.ballast.access;

/** What {@link Admission} says of a connection. */
public enum Verdict {
  /** It may stay; {@link Admission#release} must follow when it ends. */
  ADMITTED,
  /** The listener has as many connections as it may have. */
  TOO_MANY_SESSIONS,
  /** Its source address has as many connections as it may have. */
  TOO_MANY_OF_SOURCE,
  /** Connections come faster than they may. */
  TOO_FAST
}
