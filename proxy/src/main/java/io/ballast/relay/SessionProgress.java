package io.ballast.relay;

import io.ballast.session.CloseReason;

/** How far the legs of a session have come to their end. Belongs to the session's event loop. */
final class SessionProgress {
  final LegProgress client = new LegProgress();
  final LegProgress node = new LegProgress();
  private Side firstEnded;
  private long halfClosedNanos;

  LegProgress of(Side side) {
    return side == Side.CLIENT ? client : node;
  }

  /** The side's end is passed on to the other. */
  void halfClosed(Side side, long nowNanos) {
    if (firstEnded == null) {
      firstEnded = side;
      halfClosedNanos = nowNanos;
    }
  }

  boolean halfClosed() {
    return firstEnded != null;
  }

  /** Since when the session waits for the side that has not ended: its end or its last byte. */
  long waitingSince(long quietSinceNanos) {
    return halfClosedNanos - quietSinceNanos > 0 ? halfClosedNanos : quietSinceNanos;
  }

  /** Whether both sides have sent everything, and have been told that the other has. */
  boolean done() {
    return client.done() && node.done();
  }

  /**
   * Takes leave of both legs. A stream that has not ended in order is cut off, which its reader
   * must not take for its end, so it is reset; unless the session was idle and everything has been
   * sent.
   */
  void endLegs(Legs legs, CloseReason reason) {
    for (Side side : Side.values()) {
      LegProgress leg = of(side);
      boolean nothingCutOff = reason == CloseReason.IDLE && !legs.queued(side);
      if (leg.finished || leg.gone || nothingCutOff) {
        legs.close(side);
      } else {
        legs.reset(side);
      }
    }
  }

  boolean gone() {
    return client.gone && node.gone;
  }

  /** Why a session ends whose two sides have ended in order. */
  CloseReason orderly() {
    return firstEnded == Side.CLIENT ? CloseReason.CLIENT_CLOSED : CloseReason.NODE_CLOSED;
  }
}
