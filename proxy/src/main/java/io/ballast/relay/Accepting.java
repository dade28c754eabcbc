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

  /** Listens no more; returns when the address is free. */
  void stop();
}
