package io.ballast.relay;

import static io.ballast.relay.LegProgress.ENDED;
import static io.ballast.relay.LegProgress.FINISHED;
import static io.ballast.relay.LegProgress.GONE;

import io.ballast.session.CloseReason;

/**
 * How far a session and its legs have come. Each live session has one, so it is kept small: a byte
 * of marks for each leg. Belongs to the session's event loop.
 */
final class SessionProgress {
  private static final int FIRST_ENDED = 16;

  private byte client;
  private byte node;
  private boolean opened;
  private long halfClosedNanos;

  /** The session is live on its node. */
  void open() {
    opened = true;
    node &= (byte) ~GONE.mark();
  }

  /** Whether the session was ever live on a node. */
  boolean opened() {
    return opened;
  }

  /** The side's leg has come to that. */
  void reach(Side side, LegProgress point) {
    mark(side, point.mark());
  }

  private void mark(Side side, int mark) {
    if (side == Side.CLIENT) {
      client |= (byte) mark;
    } else {
      node |= (byte) mark;
    }
  }

  /** Whether the side's leg has come to that. */
  boolean has(Side side, LegProgress point) {
    return marked(side, point.mark());
  }

  private boolean marked(Side side, int mark) {
    return ((side == Side.CLIENT ? client : node) & mark) != 0;
  }

  /** Nothing more can come of the side's leg. */
  void concluded(Side side) {
    reach(side, ENDED);
    reach(side, FINISHED);
  }

  /** Whether nothing more can come of the side's leg. */
  boolean done(Side side) {
    return has(side, ENDED) && has(side, FINISHED);
  }

  /** The side's end, which is the first, is passed on to the other. */
  void halfClosed(Side side, long nowNanos) {
    assert !halfClosed();
    mark(side, FIRST_ENDED);
    halfClosedNanos = nowNanos;
  }

  boolean halfClosed() {
    return marked(Side.CLIENT, FIRST_ENDED) || marked(Side.NODE, FIRST_ENDED);
  }

  /** Since when the session waits for the side that has not ended: its end or its last byte. */
  long waitingSince(long quietSinceNanos) {
    return halfClosedNanos - quietSinceNanos > 0 ? halfClosedNanos : quietSinceNanos;
  }

  /** Whether both sides have sent everything, and have been told that the other has. */
  boolean done() {
    return done(Side.CLIENT) && done(Side.NODE);
  }

  /**
   * Takes leave of both legs. A stream that has not ended in order is cut off, which its reader
   * must not take for its end, so it is reset; unless the session was idle and everything has been
   * sent.
   */
  void endLegs(Legs legs, CloseReason reason) {
    endLeg(legs, Side.CLIENT, reason);
    endLeg(legs, Side.NODE, reason);
  }

  private void endLeg(Legs legs, Side side, CloseReason reason) {
    boolean nothingCutOff = reason == CloseReason.IDLE && !legs.queued(side);
    if (has(side, FINISHED) || has(side, GONE) || nothingCutOff) {
      legs.close(side);
    } else {
      legs.reset(side);
    }
  }

  /** Whether both legs are no more. */
  boolean gone() {
    return has(Side.CLIENT, GONE) && has(Side.NODE, GONE);
  }

  /** Why a session ends whose two sides have ended in order. */
  CloseReason orderly() {
    return marked(Side.CLIENT, FIRST_ENDED) ? CloseReason.CLIENT_CLOSED : CloseReason.NODE_CLOSED;
  }
}
