package io.ballast.sim;

/**
 * Is told what simulated sets live through. Sets are told apart by their place in the list that
 * they were started from. Called on the set's event loop.
 */
public interface SetObserver {
  /** A set starts to connect. */
  default void connecting(int set) {}

  /**
   * A set sends a request.
   *
   * @param again whether it sent the same one on an earlier connection, which ended before the
   *     answer
   */
  default void asked(int set, boolean again) {}

  /**
   * A set received a line.
   *
   * @param node the name of the backend that answers
   */
  default void heard(int set, String node, Reply reply) {}

  /**
   * A set's connection ended; it comes back, unless all sets stop.
   *
   * @param unanswered how many requests are still without an answer; they are sent again
   * @param lost how many requests never had one while later ones did; they are not sent again
   */
  default void ended(int set, Ending ending, int unanswered, int lost) {}

  /**
   * A set whose connection ended stays away for good.
   *
   * @param unanswered how many of its requests will never be sent again
   */
  default void left(int set, int unanswered) {}
}
