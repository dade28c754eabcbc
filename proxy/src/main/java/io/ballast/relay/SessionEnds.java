package io.ballast.relay;

import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Takes what others ask of a session to its event loop. Callable from any thread; once the loop has
 * ended, so has the session, and there is nothing left to do.
 */
record SessionEnds(SessionMachine machine, Executor loop) implements Session.Ends {
  @Override
  public void closeGently(CloseReason reason, long quietNanos, long patienceNanos) {
    hop(() -> machine.closeGently(reason, quietNanos, patienceNanos));
  }

  @Override
  public void abort(CloseReason reason) {
    hop(() -> machine.abort(reason));
  }

  @Override
  public void rezone(String zone) {
    hop(() -> machine.rezone(zone));
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException fault) {
      machine.fault(fault);
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
