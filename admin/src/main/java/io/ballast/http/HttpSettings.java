package io.ballast.http;

import io.ballast.cluster.HostPort;
import io.ballast.command.ChannelLimits;
import io.ballast.command.Secret;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Where the admin HTTP address is and whom it serves.
 *
 * @param bind the listening address; port 0 takes any free one
 * @param secret what requests have to carry, except those about health; required unless the address
 *     is loopback
 * @param idle after which time without a byte either way a connection is closed; 1 s to 24 h
 * @param maxConnections how many connections are served at once; 1 to 10,000
 */
public record HttpSettings(
    HostPort bind, Optional<Secret> secret, Duration idle, int maxConnections) {
  /** The port when none is configured. */
  public static final int DEFAULT_PORT = 6810;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException {@code key = value: rule; remedy} for the first that is wrong
   */
  public HttpSettings {
    Objects.requireNonNull(secret, "secret");
    Secret.checkProtects(bind, secret);
    ChannelLimits.check(idle, maxConnections);
  }

  /** Loopback, port 6810, no secret, 1 minute, 128 connections. */
  public static HttpSettings defaults() {
    return new HttpSettings(
        new HostPort("127.0.0.1", DEFAULT_PORT), Optional.empty(), Duration.ofMinutes(1), 128);
  }

  /** This with another address. */
  public HttpSettings withBind(HostPort other) {
    return new HttpSettings(other, secret, idle, maxConnections);
  }
}
