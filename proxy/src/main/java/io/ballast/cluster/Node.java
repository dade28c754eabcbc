package io.ballast.cluster;

/**
 * A backend server.
 *
 * @param name unique in its cluster; names its points on the ring
 * @param address where it listens; a host name is resolved when a session connects
 * @param zone the zone it belongs to
 * @param weight its ratio in the zone, 0 or more; 0 moves every session off it
 * @param maxSessions the most sessions it takes at a time, 0 for no limit
 */
public record Node(String name, HostPort address, String zone, int weight, int maxSessions) {
  /**
   * @throws IllegalArgumentException if a name is malformed, a number is negative or the port is 0
   */
  public Node {
    Names.check("node", name);
    Names.check("zone", zone);
    checkWeight(weight);
    if (address.port() == 0) {
      throw new IllegalArgumentException(
          "address = " + address + ": a node has a port of 1 to 65535");
    }
    if (maxSessions < 0) {
      throw new IllegalArgumentException(
          "max-sessions = " + maxSessions + ": a limit is 0 or more; 0 is no limit");
    }
  }

  /** A node without a limit of its own on sessions. */
  public Node(String name, HostPort address, String zone, int weight) {
    this(name, address, zone, weight, 0);
  }

  /**
   * Returns the weight if it is one.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public static int checkWeight(int weight) {
    if (weight < 0) {
      throw new IllegalArgumentException(
          "weight = " + weight + ": a weight is 0 or more; 0 moves every session off the node");
    }
    return weight;
  }

  /** This node with another weight. */
  public Node withWeight(int newWeight) {
    return new Node(name, address, zone, newWeight, maxSessions);
  }

  /** This node in another zone. */
  public Node withZone(String newZone) {
    return new Node(name, address, newZone, weight, maxSessions);
  }
}
