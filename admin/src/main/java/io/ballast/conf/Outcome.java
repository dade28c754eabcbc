package io.ballast.conf;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * What reading a configuration file gave: its settings, or every problem in it.
 *
 * @param <T> the settings
 */
public sealed interface Outcome<T> {

  /**
   * A file without a fault.
   *
   * @param <T> the settings
   * @param settings what the file says, defaults filled in
   */
  record Accepted<T>(T settings) implements Outcome<T> {
    /** Checks that there are settings. */
    public Accepted {
      requireNonNull(settings, "settings");
    }
  }

  /**
   * A file that must not be used.
   *
   * @param <T> the settings that it would have given
   * @param problems at least one, sorted by file and line
   */
  record Rejected<T>(List<Problem> problems) implements Outcome<T> {
    /** Checks that there is a reason for the rejection. */
    public Rejected {
      problems = problems.stream().sorted().toList();
      if (problems.isEmpty()) {
        throw new IllegalArgumentException("problems is empty: a rejection has a reason");
      }
    }
  }
}
