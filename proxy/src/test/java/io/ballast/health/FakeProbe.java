package io.ballast.health;

import io.ballast.cluster.HostPort;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Probes that find at once what the test has set, or hang until it lets them go. */
final class FakeProbe implements Probe {
  final List<HostPort> started = new ArrayList<>();
  private final Map<HostPort, ProbeResult> results = new HashMap<>();
  private final Set<HostPort> hanging = new HashSet<>();
  private final Map<HostPort, ArrayDeque<Consumer<ProbeResult>>> held = new HashMap<>();

  @Override
  public void start(HostPort address, Consumer<ProbeResult> whenDone) {
    started.add(address);
    if (hanging.contains(address)) {
      held.computeIfAbsent(address, key -> new ArrayDeque<>()).add(whenDone);
    } else {
      whenDone.accept(results.getOrDefault(address, ProbeResult.SUCCESS));
    }
  }

  void finds(HostPort address, ProbeResult result) {
    results.put(address, result);
  }

  void refuses(HostPort address) {
    finds(address, ProbeResult.failure("refused"));
  }

  void accepts(HostPort address) {
    finds(address, ProbeResult.SUCCESS);
  }

  void hangs(HostPort address) {
    hanging.add(address);
  }

  /** Ends the oldest probe of the address that hangs. */
  void release(HostPort address, ProbeResult result) {
    held.get(address).remove().accept(result);
  }

  int count(HostPort address) {
    return (int) started.stream().filter(address::equals).count();
  }
}
