package io.ballast.relay;

import java.net.InetSocketAddress;

/**
 * A socket that listens, and accepts once it is told how. Callable from any thread but an event
 * loop.
 */
interface Accepting {
  /** Where it listens. */
  InetSocketAddress address();

  /** Accepts by these rules from now on. */
  void accept(SessionRules rules);

  /**
   * Accepts no more, and closes the socket; when this returns the address is free, unless another
   * process has the socket too.
   */
  void stop();

  /** Lets go of a socket that it has not accepted from, and does not close it. */
  void release();
}
