package io.ballast.relay;

import java.time.Duration;
import java.util.Locale;

/** The durations that a setting may have. */
record DurationRange(Duration min, Duration max) {
  /** Any length up to about a month; 0 switches off what it is the time of. */
  static final DurationRange OFF_TO_MONTH = new DurationRange(Duration.ZERO, Duration.ofDays(31));

  /**
   * Returns the value if it is in this range.
   *
   * @throws IllegalArgumentException otherwise, naming the key and the remedy
   */
  Duration check(String key, Duration value, String meaning) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new IllegalArgumentException(
          key + " = " + text(value) + ": " + meaning + " is " + text(min) + " to " + text(max));
    }
    return value;
  }

  /** A duration as one would write it: {@code 1m30s}, {@code 0.25s}. */
  static String text(Duration value) {
    return value.toString().replaceFirst("^PT", "").toLowerCase(Locale.ROOT);
  }
}
