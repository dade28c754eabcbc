package io.ballast;

import io.ballast.relay.ListenerSettings;
import java.io.IOException;

/** Whether the system has the congestion control that settings name: asked before they hold. */
final class CongestionCheck {
  private CongestionCheck() {}

  /**
   * Asks the system.
   *
   * @throws IOException if it does not; the message says whose, why, and what to do
   */
  static void run(ProxySettings settings) throws IOException {
    for (ListenerSettings listener : settings.listeners()) {
      asking(
          "listeners." + listener.name() + ".",
          () -> listener.congestionControl().check(settings.loops()));
    }
    for (ClusterPolicy policy : settings.clusters()) {
      asking(
          "clusters." + policy.cluster().name() + ".connect.",
          () -> policy.connect().congestionControl().check(settings.loops()));
    }
  }

  private static void asking(String at, Runnable check) throws IOException {
    try {
      check.run();
    } catch (IllegalArgumentException refused) {
      throw new IOException(at + refused.getMessage(), refused);
    }
  }
}
