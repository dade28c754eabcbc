package io.ballast.balance;

import java.util.Locale;

/** Why a session that should move does not. */
public enum Stuck {
  /** It, or its set, must not be moved. */
  PINNED,
  /** Bytes go either way, and patience has not run out. */
  BUSY,
  /** Its list names no other node. */
  NOWHERE_TO_GO,
  /** It is too young, or its set was moved a short while ago. */
  COOLING;

  /** The word that people see, such as {@code nowhere-to-go}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
