package io.ballast.placement;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many sessions are live, by node and by the zone of their set. Event loops open and close
 * counts, the control thread adds expectations: sessions on their way to a node, which count where
 * they are expected. Thread-safe without locks; a reader may see a count that is one session an
 * event loop old, except the limit of a node, which is never exceeded.
 */
public final class LiveCounts {
  private final ConcurrentMap<String, PerNode> nodes = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, AtomicInteger> zones = new ConcurrentHashMap<>();
  private final LongAdder all = new LongAdder();

  private static final class PerNode {
    final AtomicInteger live = new AtomicInteger();
    final AtomicInteger expected = new AtomicInteger();
    final ConcurrentMap<String, AtomicInteger> byZone = new ConcurrentHashMap<>(2);

    AtomicInteger of(String zone) {
      AtomicInteger count = byZone.get(zone);
      return count != null ? count : byZone.computeIfAbsent(zone, key -> new AtomicInteger());
    }

    /** Counts one more unless that would be more than the limit, not even for a moment. */
    boolean open(int limit) {
      if (limit == 0) {
        live.incrementAndGet();
        return true;
      }
      int before = live.get();
      while (before < limit && !live.compareAndSet(before, before + 1)) {
        before = live.get();
      }
      return before < limit;
    }
  }

  private PerNode node(String name) {
    PerNode node = nodes.get(name);
    return node != null ? node : nodes.computeIfAbsent(name, key -> new PerNode());
  }

  private AtomicInteger zone(String name) {
    AtomicInteger zone = zones.get(name);
    return zone != null ? zone : zones.computeIfAbsent(name, key -> new AtomicInteger());
  }

  /**
   * Counts a session on a node, unless the node has as many as it may have.
   *
   * @param zone the zone of the session's set
   * @param limit the most live sessions of the node, 0 for no limit
   * @return whether it was counted; if so, {@link #close} must follow
   */
  public boolean open(String node, String zone, int limit) {
    PerNode counts = node(node);
    if (!counts.open(limit)) {
      return false;
    }
    counts.of(zone).incrementAndGet();
    zone(zone).incrementAndGet();
    all.increment();
    return true;
  }

  /** Takes back what {@link #open} counted. */
  public void close(String node, String zone) {
    PerNode counts = node(node);
    counts.live.decrementAndGet();
    counts.of(zone).decrementAndGet();
    zone(zone).decrementAndGet();
    all.decrement();
  }

  /** The set of a live session on the node went from one zone to another. */
  public void rezone(String node, String from, String to) {
    PerNode counts = node(node);
    counts.of(from).decrementAndGet();
    counts.of(to).incrementAndGet();
    zone(from).decrementAndGet();
    zone(to).incrementAndGet();
  }

  /**
   * Counts sessions of a zone's sets that are on their way to a node, or takes them back.
   *
   * @param sessions how many more; negative to take back
   */
  public void expect(String node, String zone, int sessions) {
    PerNode counts = node(node);
    counts.expected.addAndGet(sessions);
    counts.of(zone).addAndGet(sessions);
    zone(zone).addAndGet(sessions);
  }

  /** The live sessions on the node, guests included. */
  public int live(String node) {
    PerNode counts = nodes.get(node);
    return counts == null ? 0 : counts.live.get();
  }

  /** The sessions expected on the node and not there yet. */
  public int expected(String node) {
    PerNode counts = nodes.get(node);
    return counts == null ? 0 : counts.expected.get();
  }

  /** The sessions of the zone's sets that are on the node or on their way to it. */
  public int of(String node, String zone) {
    PerNode counts = nodes.get(node);
    if (counts == null) {
      return 0;
    }
    AtomicInteger count = counts.byZone.get(zone);
    return count == null ? 0 : count.get();
  }

  /** T: the sessions of the zone's sets, wherever they are or are on their way to. */
  public int ofZone(String zone) {
    AtomicInteger count = zones.get(zone);
    return count == null ? 0 : count.get();
  }

  /** All live sessions. */
  public long all() {
    return all.sum();
  }
}
