package io.ballast.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Decides between a kept value and the configuration, and notes each kept value that gives way.
 * Lives within one merge.
 */
final class Precedence {
  private final List<String> warnings = new ArrayList<>();

  /**
   * The value that holds: the kept one, unless its configured value has been edited since.
   *
   * @param what whose value it is, for the warning
   * @param now the value configured now
   */
  <V> Optional<V> settle(
      String what, Kept<V> kept, Optional<V> now, Function<V, String> description) {
    if (kept.configured().equals(now)) {
      return kept.value();
    }
    if (!kept.value().equals(now)) {
      edited(
          what,
          text(kept.value(), description),
          text(kept.configured(), description),
          text(now, description));
    }
    return now;
  }

  /** Notes that a value gives way to an edited configuration. */
  void edited(String what, String value, String configured, String now) {
    warnings.add(
        what
            + ": "
            + value
            + " was set at run time when "
            + configured
            + " was configured; the configuration now says "
            + now
            + ", which holds; set it again if that is not wanted");
  }

  /** Notes that a value cannot be applied any more. */
  void dropped(String what, String value, String why) {
    warnings.add(
        what + ": " + value + " was set at run time; " + why + ", so the value is dropped");
  }

  List<String> warnings() {
    return warnings;
  }

  private static <V> String text(Optional<V> value, Function<V, String> description) {
    return value.map(description).orElse("none");
  }
}
