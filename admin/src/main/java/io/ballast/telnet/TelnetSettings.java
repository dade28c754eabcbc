package io.ballast.telnet;

import io.ballast.cluster.HostPort;
import io.ballast.command.ChannelLimits;
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

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException {@code key = value: rule; remedy} for the first that is wrong
   */
  public TelnetSettings {
    Objects.requireNonNull(secret, "secret");
    Secret.checkProtects(bind, secret);
    ChannelLimits.check(idle, maxConnections);
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
