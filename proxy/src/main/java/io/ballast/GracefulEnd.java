package io.ballast;

import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import io.ballast.session.SessionState;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Ends every session gently, spread evenly over a time, so that the sets do not all come back to
 * another proxy at once. Runs on the control thread.
 */
final class GracefulEnd {
  private static final Duration STEP = Duration.ofMillis(50);

  /** The part of the time over which closing is spread; the rest is for the last ones to end. */
  private static final double SPREAD = 0.8;

  private final ControlThread control;
  private final Supplier<? extends Collection<RunningCluster>> clusters;
  private final CloseReason reason;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private Set<Session> left;
  private long startNanos;
  private long graceNanos;
  private int total;

  /**
   * @param clusters whose sessions end, asked for when it begins
   */
  GracefulEnd(
      ControlThread control,
      Supplier<? extends Collection<RunningCluster>> clusters,
      CloseReason reason) {
    this.control = control;
    this.clusters = clusters;
    this.reason = reason;
  }

  /** Starts; a second call has the outcome of the first. */
  CompletionStage<Void> start(Duration grace) {
    control.execute(
        () -> {
          if (left == null) {
            begin(grace);
          }
        });
    return ended;
  }

  private void begin(Duration grace) {
    startNanos = System.nanoTime();
    graceNanos = grace.toNanos();
    left = new LinkedHashSet<>();
    clusters.get().forEach(cluster -> cluster.sessions().forEach(left::add));
    total = left.size();
    step();
  }

  private void step() {
    long passed = System.nanoTime() - startNanos;
    double part = graceNanos == 0 ? 1 : Math.min(1, passed / (SPREAD * graceNanos));
    int due = (int) Math.ceil(total * part);
    Iterator<Session> next = left.iterator();
    while (next.hasNext() && total - left.size() < due) {
      Session session = next.next();
      next.remove();
      session.ends().closeGently(reason);
    }
    clusters.get().forEach(cluster -> cluster.sessions().forEach(this::endLate));
    boolean none = clusters.get().stream().allMatch(cluster -> cluster.sessions().size() == 0);
    if (none || passed >= graceNanos) {
      ended.complete(null);
    } else {
      control.after(STEP, this::step);
    }
  }

  /** Ends a session that was opened later; its connection was accepted before. */
  private void endLate(Session session) {
    boolean open =
        session.state() == SessionState.RELAYING || session.state() == SessionState.HALF_CLOSED;
    if (open && !left.contains(session)) {
      session.ends().closeGently(reason);
    }
  }
}
