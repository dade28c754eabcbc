package io.ballast.telnet;

import io.ballast.cluster.HostPort;
import io.ballast.command.Secret;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Where the text channel listens and whom it serves.
 *
 * @param bind the listening address; port 0 takes any free one
 * @param secret what {@code AUTH} must be given before other commands; required unless the address
 *     is loopback
 * @param idle after which time without a byte either way a connection is closed; 1 s to 24 h
 * @param maxConnections how many connections are served at once; 1 to 10,000
 */
public record TelnetSettings(
    HostPort bind, Optional<Secret> secret, Duration idle, int maxConnections) {
  /** The port when none is configured. */
  public static final int DEFAULT_PORT = 6809;

  private static final Duration SHORTEST_IDLE = Duration.ofSeconds(1);
  private static final Duration LONGEST_IDLE = Duration.ofHours(24);
  private static final int MOST_CONNECTIONS = 10_000;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException {@code key = value: rule; remedy} for the first that is wrong
   */
  public TelnetSettings {
    Objects.requireNonNull(secret, "secret");
    Secret.checkProtects(bind, secret);
    if (idle.compareTo(SHORTEST_IDLE) < 0 || idle.compareTo(LONGEST_IDLE) > 0) {
      throw new IllegalArgumentException(
          "idle = " + idle.toMillis() + "ms: an idle timeout is 1 s to 24 h");
    }
    if (maxConnections < 1 || maxConnections > MOST_CONNECTIONS) {
      throw new IllegalArgumentException(
          "max-connections = " + maxConnections + ": the limit is 1 to " + MOST_CONNECTIONS);
    }
  }

  /** Loopback, port 6809, no secret, 10 minutes, 64 connections. */
  public static TelnetSettings defaults() {
    return new TelnetSettings(
        new HostPort("127.0.0.1", DEFAULT_PORT), Optional.empty(), Duration.ofMinutes(10), 64);
  }

  /** This with another address. */
  public TelnetSettings withBind(HostPort other) {
    return new TelnetSettings(other, secret, idle, maxConnections);
  }
}
