package io.ballast.access;

/**
 * The most that a listener takes; 0 is no limit.
 *
 * @param sessions the most connections at a time, from accept to close, 0 or more
 * @param perSource the most connections at a time from one source address, 0 or more
 * @param newPerSecond the most connections accepted in a second, 0 or more; after a pause as many
 *     may come at once
 * @param unidentified the most connections at a time of which the set is not known yet, 0 or more
 * @param unidentifiedPerSource the most of those from one source address, 0 or more
 */
public record LimitSettings(
    int sessions, int perSource, int newPerSecond, int unidentified, int unidentifiedPerSource) {
  /** No limits. */
  public static final LimitSettings NONE = new LimitSettings(0, 0, 0, 0, 0);

  /**
   * @throws IllegalArgumentException if a number is negative
   */
  public LimitSettings {
    check("sessions", sessions);
    check("per-source", perSource);
    check("new-per-second", newPerSecond);
    check("unidentified", unidentified);
    check("unidentified-per-source", unidentifiedPerSource);
  }

  private static void check(String key, int limit) {
    if (limit < 0) {
      throw new IllegalArgumentException(
          key + " = " + limit + ": a limit is 0 or more; 0 is no limit");
    }
  }
}
