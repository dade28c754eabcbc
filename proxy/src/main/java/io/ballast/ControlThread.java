package io.ballast;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that owns every cluster of the process. Tasks run in the order in which they
 * arrive; one that fails is logged and stops no other.
 */
final class ControlThread implements Executor, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ControlThread.class);

  /** How long {@link #close} waits; no task takes more than a moment. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ScheduledThreadPoolExecutor executor;

  ControlThread() {
    executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "ballast-control");
              thread.setDaemon(true);
              return thread;
            });
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    executor.setRemoveOnCancelPolicy(true);
  }

  /** Runs the task soon; a task that comes after {@link #close} is dropped. */
  @Override
  public void execute(Runnable task) {
    try {
      executor.execute(logged(task));
    } catch (RejectedExecutionException e) {
      log.debug("control thread has ended; task dropped");
    }
  }

  /** Runs the task again and again, the next run that long after the start of the one before. */
  void every(Duration interval, Runnable task) {
    Future<?> unused =
        executor.scheduleAtFixedRate(
            logged(task), interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Runs the task once, after a delay; one that comes after {@link #close} is dropped. */
  void after(Duration delay, Runnable task) {
    try {
      Future<?> unused = executor.schedule(logged(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("control thread has ended; task dropped");
    }
  }

  /** The executor itself, for those that schedule on it. */
  ScheduledExecutorService scheduler() {
    return executor;
  }

  private static Runnable logged(Runnable task) {
    return () -> run(task);
  }

  /** Runs the task now, on the thread that calls, which is this one; a failure is logged. */
  static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      log.error("task of the control thread failed", e);
    }
  }

  /** Returns when the tasks that were to run by now have ended; those of later are dropped. */
  @Override
  public void close() {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        log.error("control thread has not ended within {} s", PATIENCE.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
