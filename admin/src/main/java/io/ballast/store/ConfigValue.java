package io.ballast.store;

import java.util.Optional;

/**
 * A value of a cluster and where it comes from.
 *
 * @param key what it is, in the words of the configuration, such as {@code nodes.na-1.weight}
 * @param value what holds, absent if it is configured and was removed at run time
 * @param configured what is configured, absent if it is not
 */
public record ConfigValue(String key, Optional<String> value, Optional<String> configured) {
  /** Where a value comes from. */
  public enum Source {
    /** It is the configured one. */
    FILE,
    /** It was set, made or removed at run time. */
    RUNTIME
  }

  /** Where the value comes from. */
  public Source source() {
    return value.equals(configured) ? Source.FILE : Source.RUNTIME;
  }

  /** {@code key = value}, and for a value set at run time what is configured. */
  @Override
  public String toString() {
    return key
        + " = "
        + value.orElse("none")
        + (source() == Source.FILE
            ? ""
            : " (runtime, configured " + configured.orElse("none") + ")");
  }
}
