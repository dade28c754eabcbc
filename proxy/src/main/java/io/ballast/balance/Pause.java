package io.ballast.balance;

import java.time.Duration;
import java.util.Locale;

/**
 * Something that keeps moves of a node back.
 *
 * @param why what it is
 * @param left how long it lasts at most; zero if that is not known. Of {@link Why#COOLING} and
 *     {@link Why#NOTHING_TO_MOVE}: how long it takes until sessions are looked for again
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
    DOWN,
    /** It is outside of its band, but not for the dwell yet: no SHED and PULL moves. */
    DWELLING,
    /** Outside of its band, but weights of its zone change: SHED waits for a ramp, or for OWNER. */
    CHANGING,
    /**
     * Outside of its band, but the sessions that SHED or PULL would move are too young, or their
     * sets were moved a short while ago.
     */
    COOLING,
    /** Outside of its band, but there is no session that SHED or PULL may move. */
    NOTHING_TO_MOVE;

    /** The word that people see, such as {@code settling}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
