package io.ballast.relay;

/**
 * What a gentle close waits for first.
 *
 * @param nanos for how long no byte goes either way, in nanoseconds; 0 asks only that nothing is
 *     queued
 * @param patienceNanos how long that is waited for, in nanoseconds; {@link Long#MAX_VALUE} for ever
 * @param startNanos since when it is waited for
 */
record Quiet(long nanos, long patienceNanos, long startNanos) {
  /** Whether the wait is over. */
  boolean over(long quietSinceNanos, boolean queued, long nowNanos) {
    boolean quiet = !queued && nowNanos - quietSinceNanos >= nanos;
    return quiet || nowNanos - startNanos >= patienceNanos;
  }
}
