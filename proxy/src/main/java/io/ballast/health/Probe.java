package io.ballast.health;

import io.ballast.cluster.HostPort;
import java.util.function.Consumer;

/** One question to a node: do you answer? */
@FunctionalInterface
public interface Probe {
  /**
   * Starts a probe. Called on the control thread; must not block.
   *
   * @param address the node's address
   * @param whenDone is told the result once, on any thread, within the probe's timeout
   */
  void start(HostPort address, Consumer<ProbeResult> whenDone);
}
