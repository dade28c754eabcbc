package io.ballast.loadtest.scenario;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;

/**
 * How fast the proxy moves sessions.
 *
 * @param ratePerSecond over the cluster
 * @param nodeRatePerSecond into each node
 */
record Pace(double ratePerSecond, double nodeRatePerSecond) {
  private static final Config DEFAULTS = ConfigFactory.parseString("rate = 100, node-rate = 50");

  /**
   * The pace of a configuration.
   *
   * @param balance what stands in its section {@code balance}
   * @throws com.typesafe.config.ConfigException when that cannot be read
   */
  static Pace of(String balance) {
    Config settings = ConfigFactory.parseString(balance).withFallback(DEFAULTS);
    return new Pace(settings.getDouble("rate"), settings.getDouble("node-rate"));
  }

  /** Moves a second, with so many nodes to go to. */
  double moves(int destinations) {
    return Math.min(ratePerSecond, nodeRatePerSecond * destinations);
  }
}
