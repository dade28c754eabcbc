package io.ballast.cluster;

import java.util.OptionalLong;

/**
 * A weight that changes in steps over time. The first step is taken with the command, the others
 * follow at an even spacing; a restart goes on with the remaining steps at the same spacing.
 *
 * @param node the node whose weight changes
 * @param from the weight before the first step
 * @param to the weight after the last step
 * @param steps how many steps there are, 1 to |to - from|
 * @param done how many of them have been taken
 * @param spacingMillis the time from one step to the next, in milliseconds, at least 1
 * @param deadlineMillis when the sessions that are still on a drained node are to be listed, in
 *     milliseconds of the wall clock, if a deadline was given
 */
public record Ramp(
    String node,
    int from,
    int to,
    int steps,
    int done,
    long spacingMillis,
    OptionalLong deadlineMillis) {
  /** The number of steps when none is given, unless the weights are closer than that. */
  public static final int DEFAULT_STEPS = 10;

  /**
   * @throws IllegalArgumentException if a number is out of its range
   */
  public Ramp {
    Node.checkWeight(from);
    Node.checkWeight(to);
    if (steps < 1 || steps > Math.abs((long) to - from)) {
      throw new IllegalArgumentException(
          "steps = "
              + steps
              + ": from weight "
              + from
              + " to "
              + to
              + " there are 1 to "
              + Math.abs((long) to - from)
              + " steps");
    }
    if (done < 0 || done > steps) {
      throw new IllegalArgumentException("steps done = " + done + ": 0 to " + steps);
    }
    if (spacingMillis < 1) {
      throw new IllegalArgumentException(
          "spacing = " + spacingMillis + " ms: steps are at least 1 ms apart; give a longer time");
    }
  }

  /** The weight after that many steps; rounded half up, exact at both ends. */
  public int weightAfter(int taken) {
    long distance = (long) to - from;
    return (int) (from + Math.floorDiv(2 * distance * taken + steps, 2L * steps));
  }

  /** The weight that the steps taken so far have reached. */
  public int weight() {
    return weightAfter(done);
  }

  /** Whether every step has been taken. */
  public boolean finished() {
    return done == steps;
  }

  /** This ramp with one more step taken. */
  public Ramp stepped() {
    return new Ramp(node, from, to, steps, done + 1, spacingMillis, deadlineMillis);
  }
}
