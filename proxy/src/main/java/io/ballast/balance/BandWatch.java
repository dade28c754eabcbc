package io.ballast.balance;

import io.ballast.placement.Band;

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

  BandWatch() {}

  BandWatch(BandWatch other) {
    side = other.side;
    sinceNanos = other.sinceNanos;
    acting = other.acting;
    restUntilNanos = other.restUntilNanos;
    resting = other.resting;
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
  }

  /** The side on which the node has been for the dwell; WITHIN while it rests. */
  Side acting() {
    return acting && !resting ? side : Side.WITHIN;
  }

  /** Nothing was found to move: looks again after one dwell. */
  void rest(long nowNanos, long dwellNanos) {
    restUntilNanos = nowNanos + dwellNanos;
    resting = dwellNanos > 0;
  }

  /** The next look acts at once if the count is outside of the band. */
  void hurry(long nowNanos, long dwellNanos) {
    resting = false;
    sinceNanos = nowNanos - dwellNanos;
  }
}
