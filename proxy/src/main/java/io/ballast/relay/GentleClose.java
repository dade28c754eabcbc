package io.ballast.relay;

import io.ballast.session.CloseReason;

/**
 * The steps by which a session is ended so that nothing that was answered is lost. Belongs to the
 * session's event loop.
 *
 * <pre>
 * QUIET       bytes go both ways as ever, until no byte has for a while, or patience has run out
 *   |         the client is read no more; farewell and end of stream to the node
 * FINISH_NODE the rest of what the node says goes to the client, until it ends or the step is over
 *   |         end of stream to the client
 * FINISH_CLIENT what the client still says is discarded, until it ends or the step is over
 *   |
 * DONE
 * </pre>
 */
final class GentleClose {
  private final Legs legs;
  private final SessionProgress progress;
  private final byte[] farewell;
  private final long stepNanos;
  private final CloseReason reason;
  private final Quiet quiet;
  private Step step = Step.QUIET;
  private long stepStartNanos;
  private boolean nodeTimedOut;

  private enum Step {
    QUIET,
    FINISH_NODE,
    FINISH_CLIENT,
    DONE
  }

  GentleClose(
      Legs legs,
      SessionProgress progress,
      byte[] farewell,
      long stepNanos,
      CloseReason reason,
      Quiet quiet) {
    this.legs = legs;
    this.progress = progress;
    this.farewell = farewell;
    this.stepNanos = stepNanos;
    this.reason = reason;
    this.quiet = quiet;
  }

  /** Takes every step that is due. */
  void proceed(long quietSinceNanos, long nowNanos) {
    if (step == Step.QUIET
        && quiet.over(
            quietSinceNanos, (legs.queued(Side.CLIENT) || legs.queued(Side.NODE)), nowNanos)) {
      finishNode(nowNanos);
    }
    if (step == Step.FINISH_NODE) {
      boolean nodeEnded = progress.has(Side.NODE, LegProgress.ENDED);
      nodeTimedOut = !nodeEnded && stepOver(nowNanos);
      if (nodeEnded || nodeTimedOut) {
        finishClient(nowNanos);
      }
    }
    if (step == Step.FINISH_CLIENT && (clientIsDone() || stepOver(nowNanos))) {
      step = Step.DONE;
    }
  }

  private boolean clientIsDone() {
    return progress.done(Side.CLIENT) || progress.has(Side.CLIENT, LegProgress.GONE);
  }

  private void finishNode(long nowNanos) {
    enter(Step.FINISH_NODE, nowNanos);
    legs.stopReading();
    if (!progress.has(Side.NODE, LegProgress.FINISHING)) {
      if (farewell.length > 0) {
        legs.tellNode(farewell);
      }
      progress.reach(Side.NODE, LegProgress.FINISHING);
      legs.finish(Side.NODE);
    }
  }

  private void finishClient(long nowNanos) {
    enter(Step.FINISH_CLIENT, nowNanos);
    if (nodeTimedOut) {
      legs.close(Side.NODE);
    }
    if (!progress.has(Side.CLIENT, LegProgress.FINISHING)) {
      progress.reach(Side.CLIENT, LegProgress.FINISHING);
      legs.finish(Side.CLIENT);
    }
    if (!progress.has(Side.CLIENT, LegProgress.ENDED)) {
      legs.discard();
    }
  }

  private void enter(Step next, long nowNanos) {
    step = next;
    stepStartNanos = nowNanos;
  }

  private boolean stepOver(long nowNanos) {
    return nowNanos - stepStartNanos >= stepNanos;
  }

  /** Whether bytes still go both ways. */
  boolean waitsForQuiet() {
    return step == Step.QUIET;
  }

  /** Whether a side's part is over, so that what becomes of its leg matters no more. */
  boolean doneWith(Side side) {
    boolean late = step == Step.FINISH_CLIENT || step == Step.DONE;
    return late && (side == Side.NODE || progress.has(Side.CLIENT, LegProgress.FINISHED));
  }

  /** Whether the session is over. */
  boolean done() {
    return step == Step.DONE;
  }

  /** Why the session ended, when it is over. */
  CloseReason outcome() {
    if (nodeTimedOut) {
      return CloseReason.GENTLE_CLOSE_TIMEOUT;
    }
    return legs.discarded() > 0 ? CloseReason.GENTLE_CLOSE_DISCARDED : reason;
  }
}
