package io.ballast.relay;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.CountDownLatch;

/** Event loops that are held up, so that they find all that happens meanwhile in one round. */
final class HeldLoops {
  private HeldLoops() {}

  /** What happens meanwhile. */
  interface Action {
    void run() throws Exception;
  }

  /** Does something while every event loop is held up. */
  static void during(RelayLoops loops, Action action) throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try {
      for (EventExecutor loop : loops.group()) {
        CountDownLatch held = new CountDownLatch(1);
        loop.execute(
            () -> {
              held.countDown();
              try {
                over.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
        held.await();
      }
      action.run();
    } finally {
      over.countDown();
    }
  }
}
