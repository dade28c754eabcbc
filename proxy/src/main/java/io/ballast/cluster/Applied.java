package io.ballast.cluster;

/**
 * The answer to a change that is in place.
 *
 * @param before the cluster before the write that the change was part of
 * @param after the cluster with it
 * @param changed false if it was in place already
 */
public record Applied(Snapshot before, Snapshot after, boolean changed) {}
