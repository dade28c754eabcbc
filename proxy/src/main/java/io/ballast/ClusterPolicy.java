package io.ballast;

import io.ballast.cluster.ClusterSettings;
import io.ballast.placement.PlacementSettings;

/**
 * A cluster and how its sessions are placed.
 *
 * @param cluster nodes, zones and affinities
 * @param placement how a node is chosen
 */
public record ClusterPolicy(ClusterSettings cluster, PlacementSettings placement) {}
