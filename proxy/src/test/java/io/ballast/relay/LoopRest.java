package io.ballast.relay;

import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Whether the event loops of this process rest. */
final class LoopRest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** What the event loops may use in a second: a sweep, and what the measuring itself brings. */
  private static final long BOUND_NANOS = Duration.ofMillis(200).toNanos();

  private LoopRest() {}

  private static long loopCpu() {
    long sum = 0;
    for (long id : THREADS.getAllThreadIds()) {
      ThreadInfo info = THREADS.getThreadInfo(id);
      if (info != null && info.getThreadName().startsWith("ballast-loop")) {
        sum += Math.max(0, THREADS.getThreadCpuTime(id));
      }
    }
    return sum;
  }

  /** Waits for a second in which the loops do next to nothing; a spinning one has none. */
  static void awaitRest() {
    AtomicLong last = new AtomicLong(loopCpu());
    await()
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> {
              long now = loopCpu();
              return now - last.getAndSet(now) < BOUND_NANOS;
            });
  }
}
