package io.ballast.placement;

import io.ballast.cluster.NodeState;

/**
 * An entry of a load-balancing list.
 *
 * @param node the node to try
 * @param reason why it stands there
 */
public record Candidate(NodeState node, Reason reason) {}
