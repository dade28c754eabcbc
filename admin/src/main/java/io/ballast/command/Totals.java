package io.ballast.command;

import io.ballast.ProxyObserver;
import io.ballast.cluster.Origin;
import io.ballast.relay.ConnectObserver;
import io.ballast.relay.ConnectOutcome;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import io.ballast.session.SessionObserver;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * What has happened in all clusters since the start, counted for {@code STATS} and by listener.
 * Thread-safe.
 */
public final class Totals implements ProxyObserver {
  private final LongAdder acceptFailed = new LongAdder();
  private final Map<CloseReason, LongAdder> closed = adders(CloseReason.class);
  private final Map<CloseReason, LongAdder> rejected = adders(CloseReason.class);
  private final Map<ConnectOutcome, LongAdder> connects = adders(ConnectOutcome.class);
  private final Map<String, LongSupplier> others = new ConcurrentSkipListMap<>();
  private final ConcurrentMap<String, ListenerTotals> listeners = new ConcurrentHashMap<>();

  static <E extends Enum<E>> Map<E, LongAdder> adders(Class<E> type) {
    Map<E, LongAdder> adders = new EnumMap<>(type);
    for (E constant : type.getEnumConstants()) {
      adders.put(constant, new LongAdder());
    }
    return adders;
  }

  @Override
  public SessionObserver sessions(String cluster) {
    return new SessionObserver() {
      @Override
      public void accepted(String listener) {
        listener(listener).countAccepted();
      }

      @Override
      public void acceptFailed(String listener) {
        acceptFailed.increment();
      }

      @Override
      public void opened(Session session) {
        listener(session.origin().listener()).countOpened();
      }

      @Override
      public void closed(Session session, CloseReason reason) {
        closed.get(reason).increment();
        listener(session.origin().listener()).countClosed();
      }

      @Override
      public void rejected(Origin origin, CloseReason reason) {
        rejected.get(reason).increment();
        listener(origin.listener()).countRejected(reason);
      }
    };
  }

  @Override
  public ConnectObserver connects(String cluster) {
    return (node, outcome, nanos) -> connects.get(outcome).increment();
  }

  /** Adds a count that is kept elsewhere, under a name such as {@code log-dropped}. */
  public void add(String name, LongSupplier count) {
    others.put(name, count);
  }

  /** What was counted at a listener. */
  public ListenerTotals listener(String name) {
    ListenerTotals totals = listeners.get(name);
    return totals != null ? totals : listeners.computeIfAbsent(name, key -> new ListenerTotals());
  }

  /** The counts, one a line; of the single reasons and outcomes only those that have occurred. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(Row.labelled("accepted", ofListeners(ListenerTotals::accepted)));
    if (acceptFailed.sum() > 0) {
      lines.add(Row.labelled("accept-failed", acceptFailed.sum()));
    }
    lines.add(Row.labelled("opened", ofListeners(ListenerTotals::opened)));
    append(lines, "closed", closed, CloseReason::word);
    append(lines, "rejected", rejected, CloseReason::word);
    append(lines, "connects", connects, ConnectOutcome::word);
    others.forEach((name, count) -> lines.add(Row.labelled(name, count.getAsLong())));
    return lines;
  }

  private long ofListeners(ToLongFunction<ListenerTotals> count) {
    return listeners.values().stream().mapToLong(count).sum();
  }

  private static <E> void append(
      List<String> lines, String name, Map<E, LongAdder> counts, Function<E, String> word) {
    lines.add(Row.labelled(name, counts.values().stream().mapToLong(LongAdder::sum).sum()));
    counts.forEach(
        (key, count) -> {
          if (count.sum() > 0) {
            lines.add(Row.labelled(name + "-" + word.apply(key), count.sum()));
          }
        });
  }
}
