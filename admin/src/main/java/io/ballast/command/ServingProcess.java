package io.ballast.command;

import java.time.Duration;

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
   * Begins to end the process, and returns at once: no more connections are accepted, and sessions
   * are ended gently.
   *
   * @param grace how long that may take; those that are left then are ended at once
   */
  void shutdown(Duration grace);
}
