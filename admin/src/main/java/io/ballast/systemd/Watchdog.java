package io.ballast.systemd;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks threads again and again whether they still run what they are given, and passes a sign of
 * life on only when all of them have answered: one that hangs silences it, and the service manager
 * restarts the process. Has a thread of its own, which asks and which passes on.
 */
final class Watchdog implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Watchdog.class);

  /** How long {@link #close} waits for a message that is being sent. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Map<String, Executor> threads;
  private final Runnable signOfLife;
  private final Set<String> silent = ConcurrentHashMap.newKeySet();
  private final ScheduledThreadPoolExecutor own =
      new ScheduledThreadPoolExecutor(
          1,
          task -> {
            Thread thread = new Thread(task, "ballast-watchdog");
            thread.setDaemon(true);
            return thread;
          });

  Watchdog(Map<String, Executor> threads, Runnable signOfLife) {
    this.threads = Map.copyOf(threads);
    this.signOfLife = signOfLife;
  }

  /**
   * How long the manager waits for a sign of life: {@code WATCHDOG_USEC}, unless {@code
   * WATCHDOG_PID} says that it is meant for another process.
   */
  static Optional<Duration> timeout(Map<String, String> environment, long pid) {
    String micros = environment.getOrDefault("WATCHDOG_USEC", "");
    String meant = environment.getOrDefault("WATCHDOG_PID", "");
    if (micros.isEmpty() || (!meant.isEmpty() && !meant.equals(Long.toString(pid)))) {
      return Optional.empty();
    }
    try {
      long count = Long.parseLong(micros);
      if (count > 0) {
        return Optional.of(Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(count)));
      }
    } catch (NumberFormatException e) {
      // Told below, as is a count that is not above 0.
    }
    log.warn("WATCHDOG_USEC = {}: it is no number of microseconds; no signs of life", micros);
    return Optional.empty();
  }

  /** Begins; a sign of life is sent twice in that time. */
  void start(Duration timeout) {
    Future<?> unused =
        own.scheduleWithFixedDelay(this::ask, 0, timeout.toNanos() / 2, TimeUnit.NANOSECONDS);
  }

  /** Asks all, unless some have not answered yet: those are named in the log. */
  void ask() {
    if (!silent.isEmpty()) {
      log.warn("no sign of life is sent: these threads hang: {}", silent);
      return;
    }
    silent.addAll(threads.keySet());
    threads.forEach(
        (name, thread) -> {
          try {
            thread.execute(() -> answered(name));
          } catch (RejectedExecutionException ended) {
            log.debug("thread {} has ended", name);
          }
        });
  }

  private void answered(String name) {
    if (silent.remove(name) && silent.isEmpty() && !own.isShutdown()) {
      try {
        own.execute(signOfLife);
      } catch (RejectedExecutionException closed) {
        log.debug("closed meanwhile");
      }
    }
  }

  @Override
  public void close() {
    own.shutdown();
    try {
      if (!own.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        log.warn("a sign of life is still being sent after {} s", PATIENCE.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
