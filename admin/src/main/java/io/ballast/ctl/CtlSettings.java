package io.ballast.ctl;

import io.ballast.cluster.HostPort;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Which channel to speak to, and how.
 *
 * @param to where the channel listens
 * @param secret what to give to {@code AUTH} first, if anything
 * @param cluster what to give to {@code USE} first, if anything
 * @param timeout how long to wait for the connection, and for each piece of the reply; 1 ms to 24 h
 */
public record CtlSettings(
    HostPort to, Optional<String> secret, Optional<String> cluster, Duration timeout) {
  private static final Duration LONGEST_TIMEOUT = Duration.ofHours(24);

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException {@code name = value: rule} for the first that is wrong
   */
  public CtlSettings {
    Objects.requireNonNull(secret, "secret");
    Objects.requireNonNull(cluster, "cluster");
    if (to.port() == 0) {
      throw new IllegalArgumentException("to = " + to + ": a channel has a port of 1 to 65535");
    }
    if (timeout.toMillis() < 1 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
      throw new IllegalArgumentException(
          "timeout = " + timeout.toSeconds() + " s: a timeout is above 0 and at most 24 hours");
    }
  }

  /** Does not show the secret. */
  @Override
  public String toString() {
    return "CtlSettings[" + to + ", timeout " + timeout + "]";
  }
}
