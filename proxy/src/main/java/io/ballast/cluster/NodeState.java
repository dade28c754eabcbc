package io.ballast.cluster;

/**
 * A node and its health.
 *
 * @param node what the operator says of it
 * @param health what its checks say of it
 */
public record NodeState(Node node, Health health) {
  /** The node's name. */
  public String name() {
    return node.name();
  }

  /** Whether placement may choose it first: up, and of a weight above 0. */
  public boolean eligible() {
    return health == Health.UP && node.weight() > 0;
  }
}
