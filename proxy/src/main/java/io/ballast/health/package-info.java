/**
 * Whether nodes answer: connect probes at an interval, and what the relay's own connects tell. The
 * checks follow the cluster's snapshots and write a node's health back to the cluster, from where
 * placement and balancing read it; they decide nothing else. What a run of results means is pure
 * ({@code Run}), only the probe does I/O.
 */
package io.ballast.health;
