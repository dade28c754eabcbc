package io.ballast;

import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Snapshot;
import java.util.List;

/**
 * Port: what becomes of a cluster that was changed at run time when its configuration is edited.
 * Pure, so a dry run is the same call.
 */
@FunctionalInterface
public interface Reconciliation {
  /** The edited configuration holds, and nothing that was changed at run time. */
  Reconciliation CONFIGURATION_HOLDS =
      (was, now, configured) -> new Reconciled(Snapshot.of(configured), List.of());

  /**
   * What is to hold, and what gave way to it.
   *
   * @param start the cluster as it is to be
   * @param warnings a line for each value of run time that does not hold any more
   */
  record Reconciled(Snapshot start, List<String> warnings) {
    /** Copies the list. */
    public Reconciled {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * Decides. May be called on the control thread.
   *
   * @param was what the values of run time replaced
   * @param now the cluster as it is
   * @param configured the edited configuration
   */
  Reconciled reconcile(ClusterSettings was, Snapshot now, ClusterSettings configured);
}
