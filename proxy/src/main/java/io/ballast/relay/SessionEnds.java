package io.ballast.relay;

import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Takes what others ask of a session to its event loop. Its public methods are callable from any
 * thread; once the loop has ended, so has the session, and there is nothing left to do. A part of
 * the machine, so that a session costs no object more.
 */
abstract class SessionEnds extends Swept implements Session.Ends {
  private final Executor loop;

  SessionEnds(Executor loop) {
    this.loop = loop;
  }

  @Override
  public final void closeGently(CloseReason reason, long quietNanos, long patienceNanos) {
    hop(() -> endGently(reason, quietNanos, patienceNanos));
  }

  @Override
  public final void abort(CloseReason reason) {
    hop(() -> endAtOnce(reason));
  }

  @Override
  public final void rezone(String zone) {
    hop(() -> countIn(zone));
  }

  /** Ends the session gently, unless that has begun already. On its loop. */
  abstract void endGently(CloseReason reason, long quietNanos, long patienceNanos);

  /** Ends the session at once. On its loop. */
  abstract void endAtOnce(CloseReason reason);

  /** Counts the session in another zone. On its loop. */
  abstract void countIn(String zone);

  private void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException fault) {
      fault(fault);
    }
  }

  private void hop(Runnable task) {
    try {
      loop.execute(() -> run(task));
    } catch (RejectedExecutionException loopHasEnded) {
      return;
    }
  }
}
