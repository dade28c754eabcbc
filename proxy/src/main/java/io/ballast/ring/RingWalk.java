package io.ballast.ring;

import java.util.Arrays;

/**
 * A walk along a ring from a hash on, clockwise, that meets each node with points once, in the
 * order in which a set would try them.
 *
 * <p>It goes only as far as it is asked to, and can be started again any number of times without
 * allocating. Not for use by several threads at once: it belongs to the one that made it.
 *
 * <pre>{@code
 * RingWalk walk = ring.walk(hash);
 * for (int node = walk.next(); node != Ring.NONE; node = walk.next()) {
 *   ...
 * }
 * }</pre>
 */
public final class RingWalk {
  private static final short[] NO_OWNERS = {};
  private static final long[] NO_WORDS = {};

  private short[] owners = NO_OWNERS;
  private int slot;
  private int left;
  // The nodes met so far, a bit each: the first 64 in a field, since most rings have no more.
  private long met;
  private long[] metBeyond = NO_WORDS;

  /** Makes a walk that ends at once, until it is started. */
  public RingWalk() {}

  /** Starts again, on {@code ring} from {@code hash} on. Returns this walk. */
  public RingWalk start(Ring ring, int hash) {
    Points points = ring.pointsOnRing();
    owners = points.owners;
    slot = points.slot(hash);
    left = ring.nodesWithPoints();
    met = 0;
    int words = (ring.size() - 1) >> 6;
    if (metBeyond.length < words) {
      metBeyond = new long[words];
    } else {
      Arrays.fill(metBeyond, 0);
    }
    return this;
  }

  /**
   * Returns the index of the next node that was not met yet, or {@link Ring#NONE} if there is none.
   */
  public int next() {
    if (left == 0) {
      return Ring.NONE;
    }
    int node = owners[slot];
    while (!meet(node)) {
      // The sentinel in the last slot repeats the first point, so slot 0 need not be seen again.
      slot = slot + 1 < owners.length ? slot + 1 : 1;
      node = owners[slot];
    }
    left--;
    return node;
  }

  private boolean meet(int node) {
    long bit = 1L << node;
    if (node < Long.SIZE) {
      boolean first = (met & bit) == 0;
      met |= bit;
      return first;
    }
    int word = (node >> 6) - 1;
    boolean first = (metBeyond[word] & bit) == 0;
    metBeyond[word] |= bit;
    return first;
  }
}
