package io.ballast.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A scheduler whose clock a test turns: tasks run on the test's thread, in order of their time, and
 * only within {@link #advance} and {@link #runDue}. Owned by that thread.
 */
public final class ManualScheduler extends AbstractExecutorService
    implements ScheduledExecutorService {
  private final PriorityQueue<Task<?>> tasks =
      new PriorityQueue<>(
          Comparator.<Task<?>>comparingLong(task -> task.dueNanos)
              .thenComparingLong(task -> task.order));
  private long nowNanos;
  private long nextOrder;
  private boolean shutdown;

  private final class Task<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {
    private final long order = nextOrder++;
    private final long delayNanos;
    private final boolean fixedRate;
    private long dueNanos;

    Task(Callable<V> callable, long initialNanos, long delayNanos, boolean fixedRate) {
      super(callable);
      this.dueNanos = nowNanos + Math.max(0, initialNanos);
      this.delayNanos = delayNanos;
      this.fixedRate = fixedRate;
    }

    @Override
    public boolean isPeriodic() {
      return delayNanos > 0;
    }

    @Override
    public void run() {
      if (!isPeriodic()) {
        super.run();
        failTestIfFailed();
      } else if (runAndReset()) {
        dueNanos = (fixedRate ? dueNanos : nowNanos) + delayNanos;
        tasks.add(this);
      } else {
        failTestIfFailed();
      }
    }

    private void failTestIfFailed() {
      try {
        if (!isCancelled()) {
          get();
        }
      } catch (ExecutionException e) {
        throw new AssertionError("a task failed", e.getCause());
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted", e);
      }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      tasks.remove(this);
      return super.cancel(mayInterruptIfRunning);
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(dueNanos - nowNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }

  /** The time, in nanoseconds since this was made. */
  public long nowNanos() {
    return nowNanos;
  }

  /** Runs what is due now, and what that makes due now. */
  public void runDue() {
    advance(Duration.ZERO);
  }

  /** Turns the clock, running each task at its time. */
  public void advance(Duration time) {
    long end = nowNanos + time.toNanos();
    while (!tasks.isEmpty() && tasks.peek().dueNanos <= end) {
      Task<?> task = tasks.poll();
      nowNanos = Math.max(nowNanos, task.dueNanos);
      task.run();
    }
    nowNanos = end;
  }

  /** How many tasks wait for their time. */
  public int waiting() {
    return tasks.size();
  }

  private <V> Task<V> add(Task<V> task) {
    if (shutdown) {
      throw new RejectedExecutionException("the scheduler was shut down");
    }
    tasks.add(task);
    return task;
  }

  @Override
  public void execute(Runnable command) {
    Task<?> unused = add(new Task<>(asCallable(command), 0, 0, false));
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    return add(new Task<>(asCallable(command), unit.toNanos(delay), 0, false));
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
    return add(new Task<>(callable, unit.toNanos(delay), 0, false));
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable command, long initialDelay, long period, TimeUnit unit) {
    return add(
        new Task<>(asCallable(command), unit.toNanos(initialDelay), unit.toNanos(period), true));
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable command, long initialDelay, long delay, TimeUnit unit) {
    return add(
        new Task<>(asCallable(command), unit.toNanos(initialDelay), unit.toNanos(delay), false));
  }

  private static Callable<Object> asCallable(Runnable command) {
    return () -> {
      command.run();
      return null;
    };
  }

  @Override
  public void shutdown() {
    shutdown = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutdown = true;
    List<Runnable> left = new ArrayList<>(tasks);
    tasks.clear();
    return left;
  }

  @Override
  public boolean isShutdown() {
    return shutdown;
  }

  @Override
  public boolean isTerminated() {
    return shutdown && tasks.isEmpty();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return isTerminated();
  }
}
