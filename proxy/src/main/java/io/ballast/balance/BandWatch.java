package io.ballast.balance;

import io.ballast.placement.Band;
import java.time.Duration;
import java.util.Optional;

/**
 * Watches one node's count against its band, with hysteresis: outside of the band for the dwell
 * starts SHED or PULL, the leave line ends it. Owned by the control thread.
 */
final class BandWatch {
  /** Where the count is, as SHED and PULL see it. */
  enum Side {
    /** Above the band: SHED. */
    ABOVE,
    /** Neither rule has anything to do. */
    WITHIN,
    /** Below the band: PULL. */
    BELOW
  }

  private Side side = Side.WITHIN;
  private long sinceNanos;
  private boolean acting;
  private long restUntilNanos;
  private boolean resting;
  // Why the last search found nothing to move, and until when that holds; null if it found some.
  private Pause.Why why;
  private long untilNanos;

  BandWatch() {}

  BandWatch(BandWatch other) {
    side = other.side;
    sinceNanos = other.sinceNanos;
    acting = other.acting;
    restUntilNanos = other.restUntilNanos;
    resting = other.resting;
    why = other.why;
    untilNanos = other.untilNanos;
  }

  /** Looks at the count once a tick; true if it has been on that side for the dwell. */
  void look(int count, Band band, long nowNanos, long dwellNanos) {
    boolean left =
        side == Side.ABOVE
            ? count <= band.upperLeave()
            : side == Side.BELOW && count >= band.lowerLeave();
    if (acting && left) {
      acting = false;
      side = Side.WITHIN;
    }
    if (!acting) {
      Side now =
          count > band.upperEdge()
              ? Side.ABOVE
              : count < band.lowerEdge() ? Side.BELOW : Side.WITHIN;
      if (now != side) {
        side = now;
        sinceNanos = nowNanos;
      }
      acting = side != Side.WITHIN && nowNanos - sinceNanos >= dwellNanos;
    }
    resting &= nowNanos - restUntilNanos < 0;
    if (!resting) {
      why = null;
    }
  }

  /** The side on which the node has been for the dwell; WITHIN while it rests. */
  Side acting() {
    return acting && !resting ? side : Side.WITHIN;
  }

  /**
   * Nothing was found to move.
   *
   * @param reason why not
   * @param until when that may be another, if it is known; else now
   */
  void foundNothing(Pause.Why reason, long until) {
    why = reason;
    untilNanos = until;
  }

  /** Looks for sessions again after one dwell. */
  void rest(long nowNanos, long dwellNanos) {
    restUntilNanos = nowNanos + dwellNanos;
    resting = dwellNanos > 0;
  }

  /** The next look acts at once if the count is outside of the band. */
  void hurry(long nowNanos, long dwellNanos) {
    resting = false;
    why = null;
    sinceNanos = nowNanos - dwellNanos;
  }

  /** What keeps SHED and PULL back while the count is outside of the band. */
  Optional<Pause> pause(long nowNanos, long dwellNanos) {
    if (side == Side.WITHIN) {
      return Optional.empty();
    }
    if (!acting) {
      long left = Math.max(0, dwellNanos - (nowNanos - sinceNanos));
      return Optional.of(new Pause(Pause.Why.DWELLING, Duration.ofNanos(left)));
    }
    if (why == null) {
      return Optional.empty();
    }
    long rest = resting ? restUntilNanos - nowNanos : 0;
    long left = Math.max(rest, untilNanos - nowNanos);
    return Optional.of(new Pause(why, Duration.ofNanos(Math.max(0, left))));
  }
}
