package io.ballast.loadtest.compare;

import io.ballast.loadtest.process.ChildProcess;
import io.ballast.loadtest.process.ProcessCost;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * A peer that takes connections.
 *
 * @param process none when the load goes to the backend directly
 */
record RunningPeer(Peer peer, InetSocketAddress address, Optional<ChildProcess> process)
    implements AutoCloseable {

  /** What it used so far; nothing when there is no process. */
  ProcessCost cost() throws IOException {
    return process.isEmpty() ? new ProcessCost(0, 0) : ProcessCost.of(process.get().pid());
  }

  @Override
  public void close() {
    process.ifPresent(ChildProcess::close);
  }
}
