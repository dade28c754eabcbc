package io.ballast.command;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Port: what commands need of the process that serves the proxy. */
public interface ServingProcess {
  /**
   * The configuration in force, one setting a line, without secrets. Must not block.
   *
   * @return lines of any text; what is not printable ASCII is escaped when it is shown
   */
  Iterable<String> configuration();

  /** How long a shutdown may take if the operator does not say. */
  Duration defaultGrace();

  /**
   * Reads the configuration again and applies what differs. Must not block.
   *
   * @param by who asks, for the log
   * @return completes with what was done, on another thread; never exceptionally
   */
  CompletionStage<ReloadReport> reload(String by);

  /**
   * Finds out what {@link #reload} would do. Must not block.
   *
   * @param candidate the text of a configuration in place of the file's
   * @return completes with what would be done, on another thread; never exceptionally
   */
  CompletionStage<ReloadReport> planReload(Optional<String> candidate);

  /**
   * Begins to end the process, and returns at once: no more connections are accepted, and sessions
   * are ended gently.
   *
   * @param grace how long that may take; those that are left then are ended at once
   */
  void shutdown(Duration grace);
}
