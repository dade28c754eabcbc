package io.ballast.loadtest.scenario;

import java.time.Duration;
import java.util.Locale;

/**
 * Something that must be so at the end of a run.
 *
 * @param rule what must be so
 * @param held whether it is
 * @param measured what was measured
 */
public record MustHold(String rule, boolean held, String measured) {
  /** It must not have happened. */
  public static MustHold none(String what, long count) {
    return new MustHold("no " + what, count == 0, Long.toString(count));
  }

  /** It must have happened. */
  public static MustHold some(String what, long count) {
    return new MustHold("some " + what, count > 0, Long.toString(count));
  }

  /** A measure must not be above a limit. */
  public static MustHold atMost(String what, double limit, double measured) {
    return new MustHold(
        "%s at most %s".formatted(what, number(limit)), measured <= limit, number(measured));
  }

  static MustHold within(String what, Duration limit, double seconds) {
    return atMost("seconds until " + what, (double) limit.toSeconds(), seconds);
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.1f", value);
  }

  @Override
  public String toString() {
    return "%-7s %s: %s".formatted(held ? "held" : "BROKEN", rule, measured);
  }
}
