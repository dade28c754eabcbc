/**
 * Durable state: what was changed at run time, in one file for all clusters of a process. The store
 * stands behind the port {@link io.ballast.cluster.ChangeLog}: a change is in the file before it is
 * applied, and a start begins with the configuration and what the file keeps, merged.
 *
 * <p>What is kept is the difference between a cluster and its configuration ({@link
 * io.ballast.store.KeptValues}), each value with the configured one that it replaced, so that a
 * later edit of the configuration is seen and wins ({@link io.ballast.store.Merge}).
 *
 * <p>The file is ASCII text, one value a line: names and identities are quoted, bytes outside 0x20
 * to 0x7e written {@code \xNN}; {@code none} is a value that is not there. The first line carries
 * the version of the format, the last the number of the lines before it and their CRC-32C.
 *
 * <pre>
 * ballast-state 2
 * cluster "phones"
 * zone "emea" = backup "asia", configured none
 * node "extra" = address "10.0.0.9:6801" zone "emea" weight 20 max-sessions 0, configured none
 * weight "na-1" = 50, configured 100
 * node-zone "na-1" = "asia", configured "default"
 * ramp "na-2" = from 100 to 0 steps 10 done 3 spacing-ms 60000 deadline none, configured 100
 * deadline "na-3" = 2026-11-30T00:00:00Z, configured none
 * rebalance = off, configured on
 * affinity "lobby-phone" = "asia", configured none
 * pin "conference-1" = none, configured here
 * end lines 11 crc32c 8f0a2c11
 * </pre>
 */
package io.ballast.store;
