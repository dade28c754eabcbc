package io.ballast.balance;

import io.ballast.cluster.NodeState;
import io.ballast.cluster.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Which deadlines of drains have been told of: each is told of once in a process, also one that
 * passed while none ran. Owned by the control thread.
 */
final class DrainDeadlines {
  private final Map<String, Long> toldMillis = new HashMap<>();

  /** The nodes whose deadline has passed and was not told of yet. */
  List<String> passed(Snapshot snapshot, long wallMillis) {
    toldMillis.keySet().removeIf(node -> snapshot.deadline(node).isEmpty());
    List<String> passed = new ArrayList<>();
    for (NodeState state : snapshot.nodes()) {
      OptionalLong deadline = snapshot.deadline(state.name());
      if (deadline.isPresent() && wallMillis >= deadline.getAsLong()) {
        Long told = toldMillis.put(state.name(), deadline.getAsLong());
        if (told == null || told != deadline.getAsLong()) {
          passed.add(state.name());
        }
      }
    }
    return passed;
  }
}
