package io.ballast.balance;

import io.ballast.cluster.SetId;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The sets that a voluntary rule has moved, for an hour: how long they are left alone, and from
 * where they came, by which a ping-pong is known. A bounded table; past that the oldest is
 * forgotten. Owned by the control thread.
 */
final class CoolDowns {
  /** The most sets that are remembered. */
  static final int MAX_ENTRIES = 262_144;

  private static final long MEMORY_NANOS = Duration.ofMinutes(60).toNanos();
  private static final int CROWD_PART = 8;

  // In the order of the last move, so the first is the oldest.
  private final Map<SetId, Last> moved;
  private long coolDownNanos;

  /**
   * @param startNanos when the cool-down began
   * @param allowance how many of the set's sessions may move until it ends, if it is a crowd
   * @param sessions how many have
   */
  private record Last(
      String from, String to, long atNanos, long startNanos, int allowance, int sessions) {}

  CoolDowns(Duration coolDown) {
    coolDownNanos = coolDown.toNanos();
    moved = new LinkedHashMap<>();
  }

  private CoolDowns(CoolDowns other) {
    coolDownNanos = other.coolDownNanos;
    moved = new LinkedHashMap<>(other.moved);
  }

  /** Lets cool-downs, those that have begun too, take another time. */
  void duration(Duration coolDown) {
    coolDownNanos = coolDown.toNanos();
  }

  CoolDowns copy() {
    return new CoolDowns(this);
  }

  /**
   * Whether a session of a set has to wait. The sessions of a set that were there when it was moved
   * may follow it: it is one move of one set. Of a crowd an eighth may move per cool-down, wherever
   * to.
   */
  boolean cooling(SetId set, boolean crowd, String from, String to, long opened, long now) {
    Last last = moved.get(set);
    if (last == null || now - last.startNanos() >= coolDownNanos) {
      return false;
    }
    if (crowd) {
      return last.sessions() >= last.allowance();
    }
    boolean follows =
        last.from().equals(from) && last.to().equals(to) && opened - last.startNanos() <= 0;
    return !follows;
  }

  /** How long the cool-down of a set goes on; 0 if it has none. */
  long leftNanos(SetId set, long now) {
    Last last = moved.get(set);
    return last == null ? 0 : Math.max(0, coolDownNanos - (now - last.startNanos()));
  }

  /**
   * A voluntary rule moves a session of a set.
   *
   * @param setSize how many sessions the set has
   * @return whether that is a ping-pong: back to where one has taken it from within the last hour
   */
  boolean moved(SetId set, int setSize, String from, String to, long nowNanos) {
    Last last = moved.remove(set);
    boolean again = last != null && nowNanos - last.startNanos() < coolDownNanos;
    boolean pingPong =
        last != null && last.from().equals(to) && nowNanos - last.atNanos() < MEMORY_NANOS;
    moved.put(
        set,
        new Last(
            from,
            to,
            nowNanos,
            again ? last.startNanos() : nowNanos,
            again ? last.allowance() : Math.max(1, setSize / CROWD_PART),
            again ? last.sessions() + 1 : 1));
    if (moved.size() > MAX_ENTRIES) {
      Iterator<SetId> oldest = moved.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
    return pingPong;
  }

  /** Forgets what is neither cooling nor young enough for a ping-pong. */
  void expire(long nowNanos) {
    long keep = Math.max(MEMORY_NANOS, coolDownNanos);
    Iterator<Last> entries = moved.values().iterator();
    while (entries.hasNext() && nowNanos - entries.next().atNanos() >= keep) {
      entries.remove();
    }
  }

  /** How many sets are remembered. */
  int size() {
    return moved.size();
  }
}
