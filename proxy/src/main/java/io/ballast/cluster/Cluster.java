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
  private volatile Snapshot snapshot;

  private record Request(
      Change change, Precondition precondition, CompletableFuture<Applied> answer) {
    /** A precondition is checked against a snapshot, so its change comes first in a write. */
    boolean unconditional() {
      return precondition == Precondition.NONE;
    }

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
    Request request = new Request(change, precondition, new CompletableFuture<>());
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
    while (!waiting.isEmpty() && (batch.isEmpty() || waiting.peek().unconditional())) {
      Request request = waiting.poll();
      if (apply(request, before, draft)) {
        batch.add(request);
      }
    }
    try {
      Snapshot after = draft.build();
      if (after == before) {
        batch.forEach(request -> request.answer().complete(new Applied(before, before, false)));
      } else {
        write(batch, before, after);
      }
    } catch (RuntimeException e) {
      refuse(batch, "the change could not be made: " + message(e));
    }
  }

  private static boolean apply(Request request, Snapshot before, SnapshotEditor draft) {
    try {
      request.precondition().check(before);
      request.change().apply(draft);
      return true;
    } catch (ChangeRefused refusal) {
      request.refuse(refusal);
    } catch (RuntimeException e) {
      refuse(List.of(request), "the change could not be made: " + message(e));
    }
    return false;
  }

  private void write(List<Request> batch, Snapshot before, Snapshot after) {
    List<Change> changes = batch.stream().map(Request::change).toList();
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
