package io.ballast.sim;

import java.time.Duration;

/**
 * How simulated sets behave.
 *
 * @param message the time from one burst of requests to the next, on average; above 0
 * @param burst requests at once, 1 to 1000
 * @param padding bytes in a request behind its number, 0 to 8000
 * @param patience how long a set waits for an answer before it gives its connection up; above 0
 * @param arrival the sets first connect at random times within this
 * @param reconnect the median of the pause before a set connects again; it doubles with each
 *     attempt in a row that brings no answer, at most 32-fold
 * @param neverReturn the part of ended connections after which the set stays away for good, 0 to 1
 */
public record Habits(
    Duration message,
    int burst,
    int padding,
    Duration patience,
    Duration arrival,
    Duration reconnect,
    double neverReturn) {
  /** A line every two seconds, back after one. */
  public static final Habits CALM =
      new Habits(
          Duration.ofSeconds(2),
          1,
          0,
          Duration.ofSeconds(10),
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          0);

  /** Refuses what is out of range. */
  public Habits {
    aboveZero("message", message);
    aboveZero("patience", patience);
    within("burst", burst, 1, 1000);
    within("padding", padding, 0, 8000);
    if (arrival.isNegative()) {
      throw new IllegalArgumentException("arrival = %s: it is 0 or more".formatted(arrival));
    }
    aboveZero("reconnect", reconnect);
    if (!(neverReturn >= 0 && neverReturn <= 1)) {
      throw new IllegalArgumentException("never-return = " + neverReturn + ": it is from 0 to 1");
    }
  }

  private static void aboveZero(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException("%s = %s: it is above 0".formatted(name, value));
    }
  }

  private static void within(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s = %d: it is from %d to %d".formatted(name, value, least, most));
    }
  }
}
