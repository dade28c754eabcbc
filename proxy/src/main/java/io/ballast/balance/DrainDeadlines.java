package io.ballast.balance;

import io.ballast.cluster.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The deadlines of drains, in milliseconds of the wall clock. Each passes once; it is forgotten
 * when its node is gone, or has a weight again and no ramp. Owned by the control thread.
 */
final class DrainDeadlines {
  private static final long PASSED = Long.MAX_VALUE;

  private final Map<String, Long> atMillis = new HashMap<>();

  /** Sets the deadline of a node's drain. */
  void set(String node, long wallMillis) {
    atMillis.put(node, wallMillis);
  }

  /** The nodes whose deadline has passed just now. */
  List<String> passed(Snapshot snapshot, long wallMillis) {
    snapshot
        .ramps()
        .values()
        .forEach(
            ramp -> ramp.deadlineMillis().ifPresent(at -> atMillis.putIfAbsent(ramp.node(), at)));
    List<String> passed = new ArrayList<>();
    atMillis
        .entrySet()
        .removeIf(
            entry -> {
              String node = entry.getKey();
              boolean drains =
                  snapshot.ramps().containsKey(node)
                      || snapshot.node(node).filter(n -> n.node().weight() == 0).isPresent();
              if (drains && wallMillis >= entry.getValue()) {
                passed.add(node);
                entry.setValue(PASSED);
              }
              return !drains;
            });
    return passed;
  }
}
