package io.ballast.store;

import io.ballast.cluster.Snapshot;
import java.util.List;

/**
 * A configuration with what was kept applied to it.
 *
 * @param start the cluster to start from, or to change a running one into; every node is up
 * @param warnings each kept value that gave way, and why; one line each
 */
public record Merged(Snapshot start, List<String> warnings) {
  /** Copies the list. */
  public Merged {
    warnings = List.copyOf(warnings);
  }
}
