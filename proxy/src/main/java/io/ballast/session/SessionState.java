package io.ballast.session;

import java.util.Locale;

/** Where a session stands; it only ever goes forward. */
public enum SessionState {
  /** Its set is not known yet. */
  IDENTIFYING,
  /** A node is being connected to. */
  CONNECTING,
  /** Bytes go both ways. */
  RELAYING,
  /** One end has finished sending. */
  HALF_CLOSED,
  /** It is being ended gently. */
  CLOSING,
  /** It has ended. */
  CLOSED;

  /** The word that people see, such as {@code half-closed}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
