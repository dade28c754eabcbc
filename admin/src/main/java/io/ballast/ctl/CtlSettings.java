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
  private static final String RULE =
      ": a timeout is a whole number of seconds above 0, and at most 86400 (24 hours)";

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
      throw new IllegalArgumentException("timeout = " + timeout.toSeconds() + RULE);
    }
  }

  /**
   * A timeout as it is written on a command line.
   *
   * @throws IllegalArgumentException {@code name = value: rule} if it is none
   */
  public static Duration seconds(String text) {
    try {
      return Duration.ofSeconds(Integer.parseInt(text));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("timeout = " + text + RULE, e);
    }
  }

  /** Does not show the secret. */
  @Override
  public String toString() {
    return "CtlSettings[" + to + ", timeout " + timeout + "]";
  }
}
