package io.ballast.store;

import java.util.Optional;

/**
 * A value set at run time, and the configured value that it replaced.
 *
 * @param value what holds, absent if it was removed
 * @param configured what was configured when it was set, absent if nothing was
 * @param <V> the kind of value
 */
public record Kept<V>(Optional<V> value, Optional<V> configured) {
  /**
   * @throws IllegalArgumentException if both are the same: then there is nothing to keep
   */
  public Kept {
    if (value.equals(configured)) {
      throw new IllegalArgumentException("the value is the configured one");
    }
  }
}
