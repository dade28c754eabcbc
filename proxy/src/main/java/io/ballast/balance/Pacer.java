package io.ballast.balance;

/**
 * Keeps a rate in every window of a second: time is divided into cells of one period, and each cell
 * has at most one move, so a window of a second, which touches at most rate + 1 cells, has at most
 * that many moves. Owned by the control thread.
 */
final class Pacer {
  static final double NANOS_PER_SECOND = 1e9;

  private long freeFromNanos = Long.MIN_VALUE;

  Pacer() {}

  Pacer(Pacer other) {
    freeFromNanos = other.freeFromNanos;
  }

  /** The start of the first free cell from a time on. */
  long freeFrom(long nanos) {
    return Math.max(freeFromNanos, nanos);
  }

  /** Whether a move at that time has a free cell. */
  boolean allows(long dueNanos) {
    return freeFromNanos <= dueNanos;
  }

  /** Takes the cell that starts there. */
  void takeCell(long startNanos, double periodNanos) {
    freeFromNanos = startNanos + (long) Math.ceil(periodNanos);
  }

  /** Takes the earliest free cell that a move at that time fits into. */
  void take(long dueNanos, double periodNanos) {
    long earliest = dueNanos - (long) periodNanos;
    takeCell(Math.max(freeFromNanos, earliest), periodNanos);
  }
}
