package io.ballast.loadtest.set;

/**
 * A set came back to another node than it was on.
 *
 * @param after what ended its connection: one of {@link io.ballast.sim.Ending}, or {@code down}
 *     when the node that it left was down
 */
record Change(String from, String to, String after) {}
