package io.ballast.ctl;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Which channel to speak to, and how.
 *
 * @param host name or address
 * @param port 1 to 65,535
 * @param secret what to give to {@code AUTH} first, if anything
 * @param cluster what to give to {@code USE} first, if anything
 * @param timeout how long to wait for the connection, and for each piece of the reply; 1 ms to 24 h
 */
public record CtlSettings(
    String host, int port, Optional<String> secret, Optional<String> cluster, Duration timeout) {
  private static final Duration LONGEST_TIMEOUT = Duration.ofHours(24);

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException {@code name = value: rule} for the first that is wrong
   */
  public CtlSettings {
    Objects.requireNonNull(secret, "secret");
    Objects.requireNonNull(cluster, "cluster");
    if (host.isEmpty()) {
      throw new IllegalArgumentException("host is empty: give host:port");
    }
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port = " + port + ": a port is 1 to 65535");
    }
    if (timeout.toMillis() < 1 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
      throw new IllegalArgumentException("timeout = " + timeout + ": a timeout is 1 ms to 24 h");
    }
  }

  /** Does not show the secret. */
  @Override
  public String toString() {
    return "CtlSettings[" + host + ":" + port + ", timeout " + timeout + "]";
  }
}
