package io.ballast.relay;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether the process has descriptors enough for connections to wait until they begin. One that was
 * accepted and finds none left for its node is lost; one that was not accepted would have waited in
 * the system's queue. From any thread.
 */
final class DescriptorBudget {
  /** A client's and a node's. */
  private static final int A_SESSION = 2;

  /** For pipes, of each loop. */
  private static final int A_LOOP = 2 * DirectPipes.MOST;

  /** For files, checks of health and the channels of operators. */
  private static final int OTHERS = 256;

  private final long sessions;
  private final AtomicInteger taken = new AtomicInteger();

  /**
   * @param limit how many descriptors the process may have
   */
  DescriptorBudget(long limit, int loops) {
    this.sessions = (limit - OTHERS - (long) A_LOOP * loops) / A_SESSION;
  }

  static DescriptorBudget ofProcess(int loops) {
    return new DescriptorBudget(
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            ? unix.getMaxFileDescriptorCount()
            : 0,
        loops);
  }

  /** A session has begun, or waits to begin. */
  void enter() {
    taken.getAndIncrement();
  }

  /** It has ended, or waits no more. */
  void leave() {
    taken.getAndDecrement();
  }

  /** Whether there are descriptors for one more that waits, and all that are there. */
  boolean hasRoom() {
    return taken.get() < sessions;
  }
}
