package io.ballast.telnet;

import io.ballast.command.Answer;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The changes of a connection that are carried out side by side, so that one write to the disk
 * serves many: each of another set, and answered in the order of their lines. Confined to the
 * connection's event loop.
 */
final class SideBySide {
  /** So many share a write at most, and wait in memory for a caller that does not read. */
  private static final int MOST = 512;

  private record Change(String set, CompletableFuture<? extends Answer> answer) {}

  private final Queue<Change> inOrder = new ArrayDeque<>();
  private final Set<String> sets = new HashSet<>();

  /** Whether a change may begin now: it is of one set alone, and of none that is being changed. */
  boolean takes(Optional<String> set) {
    return set.isPresent() && inOrder.size() < MOST && !sets.contains(set.get());
  }

  /** Adds the answer of a change that has begun. */
  void add(String set, CompletableFuture<? extends Answer> answer) {
    inOrder.add(new Change(set, answer));
    sets.add(set);
  }

  /** Whether every change is answered. */
  boolean isEmpty() {
    return inOrder.isEmpty();
  }

  /** Whether the answer that comes next is there. */
  boolean hasNext() {
    return !inOrder.isEmpty() && inOrder.peek().answer().isDone();
  }

  /** Takes the answer that comes next, which is there. */
  Answer next() {
    Change change = inOrder.remove();
    sets.remove(change.set());
    return change.answer().join();
  }
}
