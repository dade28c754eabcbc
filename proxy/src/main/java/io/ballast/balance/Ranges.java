package io.ballast.balance;

import java.time.Duration;

/** The check that a setting is within its range. */
final class Ranges {
  private Ranges() {}

  static void check(String key, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s = %s: it is %s to %s".formatted(key, text(value), text(least), text(most)));
    }
  }

  static void check(String key, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s = %d: it is %d to %d".formatted(key, value, least, most));
    }
  }

  private static String text(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + "s"
        : duration.toMillis() + "ms";
  }
}
