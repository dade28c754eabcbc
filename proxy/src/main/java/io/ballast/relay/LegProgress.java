package io.ballast.relay;

/** How far a leg has come to its end. Belongs to the session's event loop. */
final class LegProgress {
  /** Its side has sent everything. */
  boolean ended;

  /** The stream to its side is to end, after what is queued. */
  boolean finishing;

  /** The stream to its side has ended. */
  boolean finished;

  /** It was closed, or there was none. */
  boolean gone;

  /** Nothing more can come of the leg. */
  void concluded() {
    ended = true;
    finished = true;
  }

  /** Whether nothing more can come of the leg. */
  boolean done() {
    return ended && finished;
  }
}
