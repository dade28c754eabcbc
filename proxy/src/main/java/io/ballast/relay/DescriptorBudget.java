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

  private final long most;
  private final AtomicInteger sessions = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();

  /**
   * @param limit how many descriptors the process may have
   */
  DescriptorBudget(long limit, int loops) {
    this.most = (limit - OTHERS - (long) A_LOOP * loops) / A_SESSION;
  }

  /** For this process, by the limit that it has now; without one that is known there is no room. */
  static DescriptorBudget ofProcess(int loops) {
    return new DescriptorBudget(
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            ? unix.getMaxFileDescriptorCount()
            : 0,
        loops);
  }

  /** A connection is accepted, and waits to begin. */
  void waits() {
    waiting.getAndIncrement();
  }

  /** One that has waited begins, or ends before. */
  void begins() {
    waiting.getAndDecrement();
  }

  /** How many wait to begin, on all loops. */
  int waiting() {
    return waiting.get();
  }

  /** A session has begun. */
  void enter() {
    sessions.getAndIncrement();
  }

  /** It has ended. */
  void leave() {
    sessions.getAndDecrement();
  }

  /** Whether there are descriptors for one more that waits, and all that are there. */
  boolean hasRoom() {
    return sessions.get() + waiting.get() < most;
  }
}
