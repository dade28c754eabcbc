package io.ballast.relay;

import io.ballast.placement.Reason;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Spaces the connects of displaced sessions into each node of a cluster, so that the sets of a node
 * that has crashed, which all come back at once, do not fall upon the others in a stampede.
 * Sessions on their way to their owner, or where an operator or balancing has sent them, never
 * wait.
 *
 * <p>Thread-safe without locks: each connect takes the next free time of its node.
 */
public final class ConnectPace {
  /** Without a limit. */
  public static final ConnectPace NONE = new ConnectPace(0);

  private final long spacingNanos;
  private final ConcurrentMap<String, AtomicLong> nextNanos = new ConcurrentHashMap<>();

  /**
   * @param ratePerSecond the most displaced sessions a second into one node; 0 for no limit
   */
  public ConnectPace(int ratePerSecond) {
    this.spacingNanos = ratePerSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) / ratePerSecond;
  }

  /** This if it has that rate already, or one that has. */
  public ConnectPace withRate(int ratePerSecond) {
    ConnectPace other = new ConnectPace(ratePerSecond);
    return other.spacingNanos == spacingNanos ? this : other;
  }

  /**
   * When a session may connect to a node, which is taken for it.
   *
   * @return {@code nowNanos} if it may at once
   */
  long take(String node, Reason reason, long nowNanos) {
    if (spacingNanos == 0 || !displaced(reason)) {
      return nowNanos;
    }
    AtomicLong next = nextNanos.computeIfAbsent(node, key -> new AtomicLong(nowNanos));
    long after = next.updateAndGet(free -> (free - nowNanos > 0 ? free : nowNanos) + spacingNanos);
    return after - spacingNanos;
  }

  private static boolean displaced(Reason reason) {
    return switch (reason) {
      case FAILOVER, BACKUP, LAST_RESORT -> true;
      case OWNER, OVER_BOUND, PINNED, OVERRIDE -> false;
    };
  }
}
