package io.ballast.sessionlog;

/**
 * What the session log has.
 *
 * @param lines which lines are written
 * @param queue how many lines may wait to be written, 1 to 1,000,000; more are dropped and counted
 */
public record SessionLogSettings(Lines lines, int queue) {
  private static final int LARGEST_QUEUE = 1_000_000;

  /** Nothing is written. */
  public static final SessionLogSettings DEFAULT = new SessionLogSettings(Lines.OFF, 10_000);

  /** What there is a line for. */
  public enum Lines {
    /** Nothing. */
    OFF,
    /** Each session, when it has ended. */
    SESSIONS,
    /** Each session, and each connection that ended before it became one. */
    ALL
  }

  /**
   * @throws IllegalArgumentException if {@code queue} is out of its range
   */
  public SessionLogSettings {
    if (queue < 1 || queue > LARGEST_QUEUE) {
      throw new IllegalArgumentException(
          "queue = " + queue + ": lines that may wait are 1 to " + LARGEST_QUEUE);
    }
  }
}
