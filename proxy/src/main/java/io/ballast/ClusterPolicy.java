package io.ballast;

import io.ballast.balance.BalanceSettings;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.ResolveSettings;
import io.ballast.health.HealthSettings;
import io.ballast.placement.PlacementSettings;
import io.ballast.relay.ConnectSettings;

/**
 * A cluster and how its sessions are served.
 *
 * @param cluster nodes, zones and affinities
 * @param placement how a node is chosen
 * @param balance how live sessions are moved
 * @param health how nodes are checked
 * @param connect how nodes are connected to
 * @param resolve how the host names of nodes are resolved
 */
public record ClusterPolicy(
    ClusterSettings cluster,
    PlacementSettings placement,
    BalanceSettings balance,
    HealthSettings health,
    ConnectSettings connect,
    ResolveSettings resolve) {
  /** A cluster with the defaults for all but itself. */
  public static ClusterPolicy of(ClusterSettings cluster) {
    return new ClusterPolicy(
        cluster,
        PlacementSettings.DEFAULT,
        BalanceSettings.DEFAULT,
        HealthSettings.DEFAULT,
        ConnectSettings.DEFAULT,
        ResolveSettings.DEFAULT);
  }

  /** This with another cluster. */
  public ClusterPolicy withCluster(ClusterSettings other) {
    return new ClusterPolicy(other, placement, balance, health, connect, resolve);
  }
}
