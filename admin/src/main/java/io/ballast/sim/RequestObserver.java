package io.ballast.sim;

/** Is told of each request that a backend serves. */
@FunctionalInterface
public interface RequestObserver {
  /** Does nothing. */
  RequestObserver NONE = (node, request) -> {};

  /**
   * A backend answers a request. Called on the event loop of the connection.
   *
   * @param node the backend's name
   * @param request the line, without its end
   */
  void served(String node, String request);
}
