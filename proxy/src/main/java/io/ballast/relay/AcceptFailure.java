package io.ballast.relay;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of a listener that cannot accept, as when no descriptor is left. It then accepts nothing
 * for a while: descriptors do not come back sooner. Belongs to the loop of the accepting socket.
 */
final class AcceptFailure {
  /** How long nothing is accepted after a failure. */
  static final long PAUSE_MILLIS = 250;

  private static final Logger log = LoggerFactory.getLogger(AcceptFailure.class);

  private final OncePerMinute warnings = new OncePerMinute();

  /** Counts a failure, and warns of it unless there was a warning in the last minute. */
  void report(SessionRules rules, Throwable cause) {
    rules.cluster().observer().acceptFailed(rules.settings().name());
    if (warnings.may(System.nanoTime())) {
      log.warn(
          "listener {} cannot accept: {}; it tries again every {} ms{}",
          rules.settings().name(),
          cause.getMessage(),
          PAUSE_MILLIS,
          SocketErrors.noDescriptor(cause) ? "; raise the limit of open files (ulimit -n)" : "");
    }
  }
}
