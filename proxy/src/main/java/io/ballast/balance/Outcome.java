package io.ballast.balance;

import java.util.Locale;

/** What became of a move. */
public enum Outcome {
  /** The set came back, to the node it was sent to. */
  RETURNED,
  /** The set came back, and was placed on another node. */
  ELSEWHERE,
  /** The set was not back within the return window. */
  EXPIRED,
  /** The session ended before its turn came. */
  CANCELLED;

  /** The word that people see, such as {@code returned}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
