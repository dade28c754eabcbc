package io.ballast.balance;

import java.time.Duration;
import java.util.Locale;

/**
 * Something that keeps moves of a node back.
 *
 * @param why what it is
 * @param left how long it lasts at most; zero if that is not known
 */
public record Pause(Why why, Duration left) {
  /** What keeps moves back. */
  public enum Why {
    /** The mode is observe: nothing is moved. */
    OBSERVE,
    /** REBALANCE is off: no voluntary moves. */
    OFF,
    /** Moved sets do not come back: a tenth of the rate. */
    BRAKE,
    /** Its weight went to and fro: no OWNER, SHED and PULL moves. */
    HELD,
    /** It came back a short while ago: no moves to it. */
    SETTLING,
    /** It is down: no moves to it. */
    DOWN;

    /** The word that people see, such as {@code settling}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
