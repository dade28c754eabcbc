package io.ballast.health;

import java.util.Locale;

/**
 * What a probe found.
 *
 * @param outcome the kind of result
 * @param cause for a person, why it did not succeed; empty if it did
 */
public record ProbeResult(Outcome outcome, String cause) {
  /** The connection was taken. */
  public static final ProbeResult SUCCESS = new ProbeResult(Outcome.SUCCESS, "");

  /** What a probe says of its node; each is a label of a metric. */
  public enum Outcome {
    /** The node answered. */
    SUCCESS,
    /** The node refused, could not be reached or did not answer in time. */
    FAILURE,
    /**
     * This process could not ask: no free descriptor or local port. It says nothing of the node.
     */
    LOCAL_FAILURE;

    /** The word that people see, such as {@code local-failure}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** The node did not answer. */
  public static ProbeResult failure(String cause) {
    return new ProbeResult(Outcome.FAILURE, cause);
  }

  /** The node could not be asked. */
  public static ProbeResult localFailure(String cause) {
    return new ProbeResult(Outcome.LOCAL_FAILURE, cause);
  }
}
