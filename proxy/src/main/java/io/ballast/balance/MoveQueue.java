package io.ballast.balance;

import java.util.Arrays;

/**
 * The sessions that could move in this tick, a queue for each node they would go to, ordered by
 * rule, then quiet ones before busy ones, then the oldest. A queue takes no more of a kind than a
 * tick can move. Reused; owned by the control thread.
 */
final class MoveQueue {
  private static final int NONE = SessionTable.NONE;
  private static final Rule[] RULES = Rule.values();
  private static final int KINDS = 2 * RULES.length;
  private static final int KIND_SHIFT = 32;

  private int[] row = new int[256];
  private int[] to = new int[256];
  private boolean[] viaOverride = new boolean[256];
  private int size;
  private int quota;
  private int[] taken = {};
  private long[][] keys = {};
  private int[] end = {};
  private int[] head = {};

  /** Empties the queues. */
  void reset(int nodes, int mostOfAKind) {
    size = 0;
    quota = mostOfAKind;
    if (end.length != nodes) {
      taken = new int[nodes * KINDS];
      keys = Arrays.copyOf(keys, nodes);
      end = new int[nodes];
      head = new int[nodes];
    }
    Arrays.fill(taken, 0);
    Arrays.fill(end, 0);
    Arrays.fill(head, 0);
  }

  private static int kind(Rule rule, boolean quiet) {
    return 2 * rule.priority() + (quiet ? 0 : 1);
  }

  /** Whether the queue of a node takes another session of that kind. */
  boolean room(int node, Rule rule, boolean quiet) {
    return taken[node * KINDS + kind(rule, quiet)] < quota;
  }

  /** Adds a session; the older one of a kind first. */
  void add(int newRow, int node, Rule rule, boolean quiet, boolean override) {
    if (size == row.length) {
      row = Arrays.copyOf(row, 2 * size);
      to = Arrays.copyOf(to, 2 * size);
      viaOverride = Arrays.copyOf(viaOverride, 2 * size);
    }
    row[size] = newRow;
    to[size] = node;
    viaOverride[size] = override;
    int kind = kind(rule, quiet);
    taken[node * KINDS + kind]++;
    if (keys[node] == null) {
      keys[node] = new long[64];
    } else if (end[node] == keys[node].length) {
      keys[node] = Arrays.copyOf(keys[node], 2 * end[node]);
    }
    keys[node][end[node]++] = (long) kind << KIND_SHIFT | size;
    size++;
  }

  /** Puts the queues in order; after that nothing is added. */
  void sort() {
    for (int node = 0; node < end.length; node++) {
      if (end[node] > 1) {
        Arrays.sort(keys[node], 0, end[node]);
      }
    }
  }

  /** Whether nothing was added. */
  boolean isEmpty() {
    return size == 0;
  }

  /** How many sessions are left in a node's queue. */
  int length(int node) {
    return end[node] - head[node];
  }

  /** The first of a node's queue, or NONE; a smaller key goes first. */
  long firstKey(int node) {
    return head[node] < end[node] ? keys[node][head[node]] : NONE;
  }

  /** Takes the first of a node's queue. */
  void poll(int node) {
    head[node]++;
  }

  int row(long key) {
    return row[(int) key];
  }

  int to(long key) {
    return to[(int) key];
  }

  boolean viaOverride(long key) {
    return viaOverride[(int) key];
  }

  Rule rule(long key) {
    return RULES[(int) (key >> KIND_SHIFT) / 2];
  }

  boolean quiet(long key) {
    return ((key >> KIND_SHIFT) & 1) == 0;
  }
}
