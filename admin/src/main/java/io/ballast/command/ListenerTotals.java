package io.ballast.command;

import io.ballast.session.CloseReason;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What has happened at one listener since the start. Thread-safe. */
public final class ListenerTotals {
  private final LongAdder accepted = new LongAdder();
  private final LongAdder opened = new LongAdder();
  private final LongAdder closed = new LongAdder();
  private final Map<CloseReason, LongAdder> rejected = Totals.adders(CloseReason.class);

  ListenerTotals() {}

  void countAccepted() {
    accepted.increment();
  }

  void countOpened() {
    opened.increment();
  }

  void countClosed() {
    closed.increment();
  }

  void countRejected(CloseReason reason) {
    rejected.get(reason).increment();
  }

  /** Connections that were accepted. */
  public long accepted() {
    return accepted.sum();
  }

  /** Sessions that became live. */
  public long opened() {
    return opened.sum();
  }

  /** Sessions that were live and have ended. */
  public long closed() {
    return closed.sum();
  }

  /** Connections that never became a session, by why; only reasons that have occurred. */
  public Map<CloseReason, Long> rejected() {
    Map<CloseReason, Long> counts = new EnumMap<>(CloseReason.class);
    rejected.forEach(
        (reason, count) -> {
          if (count.sum() > 0) {
            counts.put(reason, count.sum());
          }
        });
    return counts;
  }
}
