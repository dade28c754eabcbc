/**
 * What a cluster is at one moment, and how it changes: nodes, zones, affinities, pins and ramps in
 * an immutable {@link io.ballast.cluster.Snapshot}, every possible {@link
 * io.ballast.cluster.Change}, and the one writer, {@link io.ballast.cluster.Cluster}, which makes a
 * change durable before it applies it. Placement and balancing read snapshots; operators and health
 * checks make changes.
 */
package io.ballast.cluster;
