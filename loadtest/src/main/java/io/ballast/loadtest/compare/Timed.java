package io.ballast.loadtest.compare;

import org.HdrHistogram.Histogram;

/** A load whose messages are timed. */
interface Timed extends Load {
  /** From now on times count. */
  void record();

  /** The times so far, in nanoseconds. */
  Histogram times();
}
