package io.ballast.loadtest.compare;

import io.ballast.loadtest.process.ChildProcess;
import io.ballast.loadtest.process.ProcessCost;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A peer that was started.
 *
 * @param address where it takes connections
 * @param process none when the load goes to the backend directly
 */
record RunningPeer(Contender contender, InetSocketAddress address, Optional<ChildProcess> process)
    implements AutoCloseable {

  /** What it used so far; nothing when there is no process. */
  ProcessCost cost() throws IOException {
    return process.isEmpty() ? new ProcessCost(0, 0) : ProcessCost.of(process.get().pid());
  }

  /** The ids of its processes; none when there is no process. */
  List<Long> pids() {
    List<Long> pids = new ArrayList<>();
    process.ifPresent(
        root -> {
          pids.add(root.pid());
          ProcessHandle.of(root.pid()).stream()
              .flatMap(ProcessHandle::descendants)
              .forEach(child -> pids.add(child.pid()));
        });
    return pids;
  }

  /** What it said last. */
  String lastWords() {
    return process.map(ChildProcess::lastWords).orElse("");
  }

  @Override
  public void close() {
    process.ifPresent(ChildProcess::close);
  }
}
