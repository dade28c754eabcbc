package io.ballast.command;

import java.time.Duration;

/** What the settings of every admin channel may say of its connections. Stateless. */
public final class ChannelLimits {
  private static final Duration SHORTEST_IDLE = Duration.ofSeconds(1);
  private static final Duration LONGEST_IDLE = Duration.ofHours(24);
  private static final int MOST_CONNECTIONS = 10_000;

  private ChannelLimits() {}

  /**
   * Checks what a channel allows its connections.
   *
   * @param idle after which time without a byte either way one is closed; 1 s to 24 h
   * @param maxConnections how many are served at once; 1 to 10,000
   * @throws IllegalArgumentException {@code key = value: rule} for the first that is wrong
   */
  public static void check(Duration idle, int maxConnections) {
    if (idle.compareTo(SHORTEST_IDLE) < 0 || idle.compareTo(LONGEST_IDLE) > 0) {
      throw new IllegalArgumentException(
          "idle = " + idle.toMillis() + "ms: an idle timeout is 1 s to 24 h");
    }
    if (maxConnections < 1 || maxConnections > MOST_CONNECTIONS) {
      throw new IllegalArgumentException(
          "max-connections = " + maxConnections + ": the limit is 1 to " + MOST_CONNECTIONS);
    }
  }
}
