package io.ballast.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one writer of a cluster. A change is validated, made durable, applied, published, and only
 * then answered; changes that arrive while a write is under way share the next one.
 *
 * <p>All state but the published snapshot belongs to the control thread, which is the executor
 * given here; {@link #submit} and {@link #snapshot} may be called from any thread.
 */
public final class Cluster {
  private static final Logger log = LoggerFactory.getLogger(Cluster.class);

  private final Executor control;
  private final ChangeLog changeLog;
  private final List<SnapshotObserver> observers = new CopyOnWriteArrayList<>();
  private final Deque<Request> waiting = new ArrayDeque<>();
  private boolean writing;
  private boolean retired;
  private volatile Snapshot snapshot;

  /** Makes a change of the cluster as it is just before the change. */
  @FunctionalInterface
  public interface Maker {
    /**
     * The change. On the control thread.
     *
     * @throws ChangeRefused if there must be none now
     */
    Change make(Snapshot current) throws ChangeRefused;
  }

  /**
   * A wish for a change.
   *
   * @param conditional whether it is made of a snapshot: then it comes first in a write
   */
  private record Request(Maker maker, boolean conditional, CompletableFuture<Applied> answer) {

    void refuse(ChangeRefused why) {
      answer.completeExceptionally(why);
    }
  }

  /**
   * A cluster that starts from a snapshot.
   *
   * @param start the first snapshot, configured and restored
   * @param control runs one task at a time, in order
   * @param changeLog makes changes durable
   */
  public Cluster(Snapshot start, Executor control, ChangeLog changeLog) {
    this.snapshot = start;
    this.control = control;
    this.changeLog = changeLog;
  }

  /** The cluster as it is now. */
  public Snapshot snapshot() {
    return snapshot;
  }

  /** Lets the observer know of every snapshot from now on. */
  public void observe(SnapshotObserver observer) {
    observers.add(observer);
  }

  /**
   * Asks for a change.
   *
   * @return completes on the control thread, when the change is durable and published; or
   *     exceptionally with a {@link ChangeRefused}, and nothing has changed
   */
  public CompletionStage<Applied> submit(Change change, Precondition precondition) {
    return submit(
        current -> {
          precondition.check(current);
          return change;
        },
        precondition != Precondition.NONE);
  }

  /**
   * Asks for a change that is made of the cluster as it is just before it: no other comes between.
   *
   * @return as for a change that is given
   */
  public CompletionStage<Applied> submit(Maker maker) {
    return submit(maker, true);
  }

  /**
   * Refuses every change from now on: the cluster is removed.
   *
   * @return completes with the last snapshot, which no write follows
   */
  public CompletionStage<Snapshot> retire() {
    CompletableFuture<Snapshot> last = new CompletableFuture<>();
    CompletionStage<Applied> unused =
        submit(
            current -> {
              retired = true;
              last.complete(current);
              throw removed(current);
            });
    return last;
  }

  private static ChangeRefused removed(Snapshot current) {
    return ChangeRefused.notFound(
        "cluster " + current.cluster() + " was removed from the configuration");
  }

  private CompletionStage<Applied> submit(Maker maker, boolean conditional) {
    Request request = new Request(maker, conditional, new CompletableFuture<>());
    control.execute(
        () -> {
          waiting.add(request);
          writeNext();
        });
    return request.answer();
  }

  /** Sets a node's health; not an operator's change, so it is neither durable nor answered. */
  public void setHealth(String node, Health health) {
    control.execute(() -> publish(snapshot.withHealth(node, health), List.of()));
  }

  private void writeNext() {
    while (!writing && !waiting.isEmpty()) {
      writeBatch();
    }
  }

  private void writeBatch() {
    Snapshot before = snapshot;
    SnapshotEditor draft = before.edit();
    List<Request> batch = new ArrayList<>();
    List<Change> changes = new ArrayList<>();
    while (!waiting.isEmpty() && (batch.isEmpty() || !waiting.peek().conditional())) {
      Request request = waiting.poll();
      Change change = applied(request, before, draft);
      if (change != null) {
        batch.add(request);
        changes.add(change);
      }
    }
    try {
      Snapshot after = draft.build();
      if (after == before) {
        batch.forEach(request -> request.answer().complete(new Applied(before, before, false)));
      } else {
        write(batch, changes, before, after);
      }
    } catch (RuntimeException e) {
      refuse(batch, "the change could not be made: " + message(e));
    }
  }

  /** The change, applied to the draft; null if it was refused. */
  private Change applied(Request request, Snapshot before, SnapshotEditor draft) {
    try {
      if (retired) {
        throw removed(before);
      }
      Change change = request.maker().make(before);
      change.apply(draft);
      return change;
    } catch (ChangeRefused refusal) {
      request.refuse(refusal);
    } catch (RuntimeException e) {
      refuse(List.of(request), "the change could not be made: " + message(e));
    }
    return null;
  }

  private void write(List<Request> batch, List<Change> changes, Snapshot before, Snapshot after) {
    CompletionStage<Void> durable;
    try {
      durable = changeLog.write(changes, before, after);
    } catch (RuntimeException e) {
      durable = CompletableFuture.failedFuture(e);
    }
    writing = true;
    durable.whenComplete(
        (done, failure) -> control.execute(() -> written(batch, changes, after, failure)));
  }

  private void written(
      List<Request> batch, List<Change> changes, Snapshot written, Throwable failure) {
    writing = false;
    if (failure == null) {
      Snapshot before = snapshot;
      Snapshot after = written.withHealthOf(before);
      publish(after, changes);
      batch.forEach(request -> request.answer().complete(new Applied(before, after, true)));
    } else {
      refuse(
          batch, "the change could not be written down, so it was not made: " + message(failure));
    }
    writeNext();
  }

  private static void refuse(List<Request> batch, String message) {
    ChangeRefused refusal = new ChangeRefused(ChangeRefused.Kind.FAILED, message);
    batch.forEach(request -> request.refuse(refusal));
  }

  private void publish(Snapshot next, List<Change> changes) {
    Snapshot before = snapshot;
    if (next != before) {
      snapshot = next;
      observers.forEach(observer -> tell(observer, before, next, changes));
    }
  }

  /** An observer that fails keeps neither the others nor the answer from those they are for. */
  private static void tell(
      SnapshotObserver observer, Snapshot before, Snapshot after, List<Change> changes) {
    try {
      observer.published(before, after, changes);
    } catch (RuntimeException e) {
      log.error("observer of snapshots failed", e);
    }
  }

  private static String message(Throwable failure) {
    boolean wrapped = failure instanceof CompletionException && failure.getCause() != null;
    Throwable cause = wrapped ? failure.getCause() : failure;
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}
