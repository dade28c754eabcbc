package io.ballast.relay;

import java.net.InetAddress;

/**
 * The congestion control of a listening socket, which each connection has that reaches it. Belongs
 * to whoever tells the socket how to accept.
 */
final class ListeningCongestion {
  private final String own;
  private boolean replaced;

  /**
   * @param own what the socket was opened with; null if it is not known
   */
  ListeningCongestion(String own) {
    this.own = own;
  }

  /** What the socket was opened with, if it was given another; null for nothing. */
  String before() {
    return replaced ? own : null;
  }

  /**
   * What the socket is to be given for these settings: what they choose or, if that is nothing, its
   * own back if it was given another before; null for nothing.
   */
  String next(CongestionChoice choice, CongestionControl setting, InetAddress address) {
    String chosen = choice.choose(setting, address, own);
    if (chosen == null) {
      return replaced ? own : null;
    }
    replaced = true;
    return chosen;
  }
}
