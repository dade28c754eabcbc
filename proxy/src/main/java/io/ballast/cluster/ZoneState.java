package io.ballast.cluster;

import io.ballast.ring.Ring;

/**
 * A zone, its ring and its nodes as one snapshot has them. Immutable; the array must not be
 * written.
 */
public final class ZoneState {
  private final Zone zone;
  private final Ring ring;
  private final NodeState[] members;
  private final long healthyWeight;
  private final long weight;

  /**
   * @param members the zone's nodes by their index on the ring
   */
  ZoneState(Zone zone, Ring ring, NodeState[] members) {
    this.zone = zone;
    this.ring = ring;
    this.members = members;
    long healthy = 0;
    long all = 0;
    for (NodeState member : members) {
      all += member.node().weight();
      healthy += member.eligible() ? member.node().weight() : 0;
    }
    this.healthyWeight = healthy;
    this.weight = all;
  }

  /** The zone's name. */
  public String name() {
    return zone.name();
  }

  /** The zone. */
  public Zone zone() {
    return zone;
  }

  /** The ring of all the zone's nodes, healthy or not. */
  public Ring ring() {
    return ring;
  }

  /** The node with that index on the ring. */
  public NodeState member(int ringIndex) {
    return members[ringIndex];
  }

  /** How many nodes the zone has. */
  public int size() {
    return members.length;
  }

  /** The sum of the weights of the healthy nodes: W. */
  public long healthyWeight() {
    return healthyWeight;
  }

  /** The sum of the weights of all nodes. */
  public long weight() {
    return weight;
  }

  /** Whether a node of the zone may take new sessions. */
  public boolean eligible() {
    return healthyWeight > 0;
  }
}
