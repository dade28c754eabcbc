package io.ballast.balance;

import java.util.Arrays;

/**
 * The brake: when fewer than half of the moved sets come back to where they were sent, moving goes
 * on at a tenth of the rate until half of twenty do. It judges the moves of the last 60 s that have
 * come to an end, once there are twenty. Owned by the control thread.
 */
final class Brake {
  private static final int SAMPLE = 20;
  private static final int SECONDS = 60;
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final int[] back = new int[SECONDS];
  private final int[] lost = new int[SECONDS];
  private long second = Long.MIN_VALUE;
  private int backInAll;
  private int lostInAll;
  private boolean on;
  // Since it is on: how many came to an end, and the last of them, a bit each, 1 for back.
  private int ended;
  private int last;

  Brake() {}

  Brake(Brake other) {
    System.arraycopy(other.back, 0, back, 0, SECONDS);
    System.arraycopy(other.lost, 0, lost, 0, SECONDS);
    second = other.second;
    backInAll = other.backInAll;
    lostInAll = other.lostInAll;
    on = other.on;
    ended = other.ended;
    last = other.last;
  }

  /** A move has come to an end. */
  void ended(boolean cameBack, long nowNanos) {
    forget(nowNanos);
    int slot = (int) Math.floorMod(second, (long) SECONDS);
    if (cameBack) {
      back[slot]++;
      backInAll++;
    } else {
      lost[slot]++;
      lostInAll++;
    }
    if (on) {
      ended++;
      last = (last << 1 | (cameBack ? 1 : 0)) & ((1 << SAMPLE) - 1);
    }
  }

  private void forget(long nowNanos) {
    long now = Math.floorDiv(nowNanos, SECOND_NANOS);
    if (now - second >= SECONDS || second == Long.MIN_VALUE) {
      Arrays.fill(back, 0);
      Arrays.fill(lost, 0);
      backInAll = 0;
      lostInAll = 0;
      second = now;
    }
    while (second < now) {
      int slot = (int) Math.floorMod(++second, (long) SECONDS);
      backInAll -= back[slot];
      lostInAll -= lost[slot];
      back[slot] = 0;
      lost[slot] = 0;
    }
  }

  /** Judges, unless there is to be no brake. */
  void judge(long nowNanos, boolean enabled) {
    forget(nowNanos);
    if (!enabled) {
      on = false;
    } else if (on) {
      on = ended < SAMPLE || 2 * Integer.bitCount(last) < SAMPLE;
      if (!on) {
        // What was lost before has been paid for: only what follows is judged.
        second = Long.MIN_VALUE;
      }
    } else if (backInAll + lostInAll >= SAMPLE && backInAll < lostInAll) {
      on = true;
      ended = 0;
      last = 0;
    }
  }

  /** Whether moves are slowed. */
  boolean on() {
    return on;
  }
}
