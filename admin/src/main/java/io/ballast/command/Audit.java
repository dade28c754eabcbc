package io.ballast.command;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The record of what operators have changed: each change is a line in the log, and the last ones
 * are kept to be shown. Thread-safe: a change is answered on the thread that made it durable.
 */
public final class Audit {
  private static final Logger log = LoggerFactory.getLogger(Audit.class);

  /** How many changes are kept. */
  static final int KEPT = 100;

  private final LongSupplier wallMillis;
  private final Deque<Entry> recent = new ArrayDeque<>();
  private long count;

  /**
   * A change that was made.
   *
   * @param atMillis when, on the clock of {@link System#currentTimeMillis}
   * @param cluster the cluster that was changed; empty if it was the whole process
   * @param by who changed it
   * @param change what, from the old value to the new one; printable ASCII
   */
  public record Entry(long atMillis, String cluster, String by, String change) {}

  /**
   * An empty record.
   *
   * @param wallMillis the time, as {@link System#currentTimeMillis} gives it
   */
  public Audit(LongSupplier wallMillis) {
    this.wallMillis = wallMillis;
  }

  /** A change was made for a request. */
  void changed(Request request, String change) {
    Entry entry =
        new Entry(
            wallMillis.getAsLong(),
            request.cluster(),
            request.caller().peer(),
            Quoting.sentence(change));
    log.info(
        "operator change: cluster={} by={} change=\"{}\"",
        Quoting.word(entry.cluster()),
        entry.by(),
        entry.change());
    keep(entry);
  }

  /**
   * The process as a whole has been changed, which its own lines in the log tell of: this keeps it
   * to be shown.
   */
  public void noted(String by, String change) {
    keep(new Entry(wallMillis.getAsLong(), "", by, Quoting.sentence(change)));
  }

  private synchronized void keep(Entry entry) {
    count++;
    recent.addFirst(entry);
    if (recent.size() > KEPT) {
      recent.removeLast();
    }
  }

  /** The last changes, the latest first. */
  public synchronized List<Entry> recent() {
    return List.copyOf(recent);
  }

  /** How many changes there were in all. */
  public synchronized long count() {
    return count;
  }
}
