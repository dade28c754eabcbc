package io.ballast;

import io.ballast.balance.Balancer;
import io.ballast.balance.DryRun;
import io.ballast.balance.Forecast;
import io.ballast.balance.NodeStatus;
import io.ballast.balance.StuckSession;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.SetId;
import io.ballast.session.Session;
import io.ballast.session.SessionObserver;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Runs a cluster's balancer on the control thread: feeds it with what happens to sessions, calls it
 * when it wants to be called, and puts operators' questions to it. Its methods may be called from
 * any thread; what they answer completes on the control thread unless they say otherwise.
 */
final class Balancing {
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(1);

  /** A fault of one tick is logged and must not be the end of balancing. */
  private static final Duration AFTER_FAULT = Duration.ofSeconds(1);

  private final Balancer balancer;
  private final ControlThread control;
  private final SessionFeed feed;
  private boolean stopped;

  /**
   * @param movable whether the listener that a session came in through lets its sessions be moved
   */
  Balancing(Balancer balancer, ControlThread control, Predicate<Session> movable) {
    this.balancer = balancer;
    this.control = control;
    this.feed = new SessionFeed(balancer, control::after, movable);
  }

  /** Begins to balance. */
  void start() {
    control.execute(this::advance);
  }

  /** Goes on by another policy. On the control thread. */
  void reconfigure(ClusterPolicy policy, Predicate<Session> nowMovable) {
    feed.movable(nowMovable);
    balancer.reconfigure(policy.balance(), policy.placement(), nowMovable);
  }

  void stop() {
    control.execute(() -> stopped = true);
  }

  private void advance() {
    if (stopped) {
      return;
    }
    Duration wait = AFTER_FAULT;
    try {
      feed.handOn();
      long now = System.nanoTime();
      wait = Duration.ofNanos(balancer.advance(now, System.currentTimeMillis()) - now);
      if (balancer.underWay() > 0) {
        feed.returnExpected();
      }
    } finally {
      control.after(wait.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : wait, this::advance);
    }
  }

  /** What the event loops tell of sessions. */
  SessionObserver feed() {
    return feed;
  }

  List<NodeStatus> status() {
    return balancer.status();
  }

  CompletionStage<Integer> move(SetId set, Optional<String> node) {
    return asked(() -> balancer.move(set, node));
  }

  CompletionStage<Void> rebalanceNow() {
    return asked(
        () -> {
          balancer.rebalanceNow(System.nanoTime());
          return null;
        });
  }

  CompletionStage<List<StuckSession>> left(String node) {
    return asked(() -> balancer.left(node));
  }

  CompletionStage<Forecast> plan(Change change) {
    return planned(now -> balancer.plan(change, now));
  }

  CompletionStage<Forecast> plan(ClusterEdit edit, Predicate<Session> thenMovable) {
    ClusterPolicy policy = edit.policy();
    return planned(
        now ->
            balancer.plan(edit.change(), policy.balance(), policy.placement(), thenMovable, now));
  }

  /** Prepares a dry run. */
  private interface Preparation {
    DryRun at(long nowNanos) throws ChangeRefused;
  }

  /** Copies what a dry run needs on the control thread, and runs it on another. */
  private CompletionStage<Forecast> planned(Preparation preparation) {
    CompletableFuture<DryRun> prepared = new CompletableFuture<>();
    control.execute(
        () -> {
          try {
            feed.handOn();
            prepared.complete(preparation.at(System.nanoTime()));
          } catch (ChangeRefused | RuntimeException failure) {
            prepared.completeExceptionally(failure);
          }
        });
    return prepared.thenApplyAsync(DryRun::run);
  }

  private <T> CompletionStage<T> asked(Supplier<T> question) {
    return CompletableFuture.supplyAsync(
        () -> {
          feed.handOn();
          return question.get();
        },
        control);
  }
}
