package io.ballast.placement;

import io.ballast.cluster.NodeState;
import io.ballast.cluster.Pin;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.ZoneState;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes load-balancing lists. Reads one snapshot, takes no lock and may be used by any number of
 * threads.
 */
public final class Placement {
  private final PlacementSettings settings;
  private final LiveCounts counts;
  private final Overrides overrides;

  /**
   * @param counts the live sessions of the cluster
   * @param overrides where balancing has sent sets
   */
  public Placement(PlacementSettings settings, LiveCounts counts, Overrides overrides) {
    this.settings = settings;
    this.counts = counts;
    this.overrides = overrides;
  }

  /**
   * The nodes that the next session of a set would try, in order, each once; empty if there is
   * none.
   *
   * @param zone the zone that the set is configured for
   * @param nowNanos the time, for overrides that end
   */
  public List<Candidate> list(Snapshot snapshot, SetId set, String zone, long nowNanos) {
    List<Candidate> list = new ArrayList<>(settings.attempts());
    CandidateWalk walk = walk(snapshot, set, zone, nowNanos);
    for (Candidate next = walk.next(); next != null; next = walk.next()) {
      list.add(next);
    }
    return list;
  }

  /**
   * The same list, made as far as it is asked for: most sessions need no more than its first entry.
   *
   * @param nowNanos the time, for overrides that end
   */
  public CandidateWalk walk(Snapshot snapshot, SetId set, String zone, long nowNanos) {
    ZoneState home = snapshot.zoneOrDefault(zone);
    List<ZoneState> chain = snapshot.chain(home);
    boolean anyUp = anyEligible(chain);
    Candidate chosen = chosen(snapshot, set, home, nowNanos, anyUp);
    return new CandidateWalk(this, settings.attempts(), set.ringHash(), chosen, chain, !anyUp);
  }

  // By index, without an iterator: this is done for every connection.
  private static boolean anyEligible(List<ZoneState> chain) {
    for (int i = 0; i < chain.size(); i++) {
      if (chain.get(i).eligible()) {
        return true;
      }
    }
    return false;
  }

  /** The node of the set's pin, else of its override, if that node may be chosen; or null. */
  private Candidate chosen(
      Snapshot snapshot, SetId set, ZoneState home, long nowNanos, boolean anyUp) {
    NodeState pinned = node(snapshot, snapshot.pin(set).flatMap(Pin::node).orElse(null));
    if (pinned != null && mayTake(pinned, !anyUp)) {
      return new Candidate(pinned, Reason.PINNED);
    }
    NodeState sentTo = node(snapshot, overrides.node(set, nowNanos));
    return sentTo != null && mayTake(sentTo, !anyUp) && !atBound(home, sentTo)
        ? new Candidate(sentTo, Reason.OVERRIDE)
        : null;
  }

  private static NodeState node(Snapshot snapshot, String name) {
    return name == null ? null : snapshot.node(name).orElse(null);
  }

  boolean mayTake(NodeState node, boolean unhealthyToo) {
    return node.node().weight() > 0 && (unhealthyToo || node.eligible()) && !full(node);
  }

  private boolean full(NodeState node) {
    int limit = node.node().maxSessions();
    return limit > 0 && counts.live(node.name()) >= limit;
  }

  /**
   * Whether one more session would bring the node over the upper edge of its band. A node of
   * another zone has no band in this one.
   */
  boolean atBound(ZoneState zone, NodeState node) {
    if (!settings.bound() || !node.node().zone().equals(zone.name()) || !zone.eligible()) {
      return false;
    }
    double target =
        (counts.ofZone(zone.name()) + 1.0) * node.node().weight() / zone.healthyWeight();
    int points = node.node().weight() * zone.ring().settings().pointsPerWeight();
    return counts.of(node.name(), zone.name()) + 1
        > Band.of(settings.band(), target, points).upperEdge();
  }
}
