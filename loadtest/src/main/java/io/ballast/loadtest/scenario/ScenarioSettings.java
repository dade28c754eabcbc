package io.ballast.loadtest.scenario;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import io.ballast.sim.Crash;
import java.time.Duration;
import java.util.Arrays;

/**
 * Which scenario is run, and how.
 *
 * @param nodes how many there are, 2 to 32; {@code zones} has its own
 * @param sets how many, 10 to 9000: the proxy needs two descriptors for each, and more while
 *     closing
 * @param steady how long all sets are connected before anything happens
 * @param over how long a drain or a ramp takes; 0 for at once
 * @param down how long nodes are down
 * @param up how long a flapping node is up
 * @param times how often a node flaps, 1 or more
 * @param how the way in which nodes go down
 * @param balance what is to stand in the section {@code balance} of the proxy's configuration, in
 *     HOCON; may be empty
 */
public record ScenarioSettings(
    Kind kind,
    int nodes,
    int sets,
    Duration steady,
    Duration over,
    Duration down,
    Duration up,
    int times,
    Crash how,
    String balance) {
  private static final int MAX_NODES = 32;
  private static final int MIN_SETS = 10;
  private static final int MAX_SETS = 9000;
  private static final int WEIGHT = 100;

  /** Refuses what is out of range. */
  public ScenarioSettings {
    within("nodes", nodes, 2, MAX_NODES);
    within("sets", sets, MIN_SETS, MAX_SETS);
    within("times", times, 1, 1000);
    try {
      ConfigFactory.parseString(balance);
    } catch (ConfigException e) {
      throw new IllegalArgumentException("balance = " + balance + ": " + e.getMessage(), e);
    }
  }

  private static void within(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s = %d: it is from %d to %d".formatted(name, value, least, most));
    }
  }

  Scenario scenario() {
    Pace pace = Pace.of(balance);
    return switch (kind) {
      case DRAIN -> new DrainScenario(Layout.even(sets, weights()), over, pace);
      case RAMP -> new RampScenario(layoutWithNewNode(), over, pace);
      case CRASH -> new CrashScenario(Layout.even(sets, weights()), how, down);
      case FLAP -> new FlapScenario(Layout.even(sets, weights()), times, down, up);
      case ZONES -> new ZonesScenario(ZonesScenario.layoutOf(sets), down);
    };
  }

  private int[] weights() {
    int[] weights = new int[nodes];
    Arrays.fill(weights, WEIGHT);
    return weights;
  }

  private Layout layoutWithNewNode() {
    int[] weights = weights();
    weights[nodes - 1] = 0;
    return Layout.even(sets, weights);
  }
}
