package io.ballast.placement;

import io.ballast.cluster.SetId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where balancing has sent sets, for a while: a bounded table that placement consults. The control
 * thread writes, event loops read.
 */
public final class Overrides {
  /** The most entries; past that a new one is not taken, and its set goes to its owner. */
  public static final int MAX_ENTRIES = 262_144;

  private final Map<SetId, Entry> entries = new ConcurrentHashMap<>();

  private record Entry(String node, long endNanos) {}

  /**
   * Sends a set to a node until a time.
   *
   * @param endNanos on the clock of {@link System#nanoTime}
   * @return whether there was room for it
   */
  public boolean put(SetId set, String node, long endNanos) {
    if (entries.size() >= MAX_ENTRIES && !entries.containsKey(set)) {
      return false;
    }
    entries.put(set, new Entry(node, endNanos));
    return true;
  }

  /** The node that the set is sent to, or null if it is sent to none. */
  public String node(SetId set, long nowNanos) {
    Entry entry = entries.get(set);
    return entry == null || entry.endNanos() - nowNanos <= 0 ? null : entry.node();
  }

  /** Sends the set nowhere any more. */
  public void remove(SetId set) {
    entries.remove(set);
  }

  /** Removes the entries whose time has passed. */
  public void expire(long nowNanos) {
    entries.values().removeIf(entry -> entry.endNanos() - nowNanos <= 0);
  }

  /** How many sets are sent somewhere. */
  public int size() {
    return entries.size();
  }
}
