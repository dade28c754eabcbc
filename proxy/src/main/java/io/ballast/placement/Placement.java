package io.ballast.placement;

import io.ballast.cluster.NodeState;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.ZoneState;
import io.ballast.ring.Ring;
import io.ballast.ring.RingWalk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
    ZoneState home = snapshot.zoneOrDefault(zone);
    List<Candidate> list = new ArrayList<>(settings.attempts());
    List<ZoneState> chain = snapshot.chain(home);
    boolean anyUp = chain.stream().anyMatch(ZoneState::eligible);
    Listing listing = new Listing(set.ringHash(), !anyUp, list);
    chosen(snapshot, set, home, nowNanos, anyUp).ifPresent(list::add);
    List<Candidate> backups = listing.backups(chain);
    listing.addOwn(home, settings.attempts() - Math.min(backups.size(), settings.attempts() - 1));
    // With fewer attempts left than zones, the default zone goes before the backup zone, unless the
    // set has nothing of its own: then they are tried in their order.
    int room = settings.attempts() - list.size();
    int skipped = list.isEmpty() ? 0 : Math.max(0, backups.size() - room);
    for (int i = skipped; i < backups.size() && list.size() < settings.attempts(); i++) {
      listing.add(backups.get(i));
    }
    return list;
  }

  /** The node of the set's pin, else of its override, if that node may be chosen. */
  private Optional<Candidate> chosen(
      Snapshot snapshot, SetId set, ZoneState home, long nowNanos, boolean anyUp) {
    Optional<Candidate> pinned =
        snapshot
            .pin(set)
            .flatMap(pin -> pin.node())
            .flatMap(snapshot::node)
            .filter(node -> mayTake(node, !anyUp))
            .map(node -> new Candidate(node, Reason.PINNED));
    if (pinned.isPresent()) {
      return pinned;
    }
    return Optional.ofNullable(overrides.node(set, nowNanos))
        .flatMap(snapshot::node)
        .filter(node -> mayTake(node, !anyUp) && !atBound(home, node))
        .map(node -> new Candidate(node, Reason.OVERRIDE));
  }

  private boolean mayTake(NodeState node, boolean unhealthyToo) {
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
  private boolean atBound(ZoneState zone, NodeState node) {
    if (!settings.bound() || !node.node().zone().equals(zone.name()) || !zone.eligible()) {
      return false;
    }
    double target =
        (counts.ofZone(zone.name()) + 1.0) * node.node().weight() / zone.healthyWeight();
    int points = node.node().weight() * zone.ring().settings().pointsPerWeight();
    return counts.of(node.name(), zone.name()) + 1
        > Band.of(settings.band(), target, points).upperEdge();
  }

  /** One list in the making. */
  private final class Listing {
    private final int hash;
    private final boolean unhealthyToo;
    private final List<Candidate> list;
    private final RingWalk walk = new RingWalk();

    Listing(int hash, boolean unhealthyToo, List<Candidate> list) {
      this.hash = hash;
      this.unhealthyToo = unhealthyToo;
      this.list = list;
    }

    /**
     * The zone's own nodes until the list has that many entries. Those at their bound come last, so
     * that they are tried before another zone is: they can take a session, they only should not.
     */
    void addOwn(ZoneState zone, int entries) {
      List<NodeState> atBound = new ArrayList<>();
      boolean owner = true;
      boolean ownerAtBound = false;
      boolean overBound = false;
      boolean overFull = false;
      walk.start(zone.ring(), hash);
      for (int i = walk.next(); i != Ring.NONE && list.size() < entries; i = walk.next()) {
        NodeState node = zone.member(i);
        if (!mayTake(node, unhealthyToo)) {
          overBound |= unhealthyToo || node.eligible();
        } else if (atBound(zone, node)) {
          overFull |= atBound.isEmpty() && overBound;
          overBound = true;
          ownerAtBound |= owner;
          atBound.add(node);
        } else {
          add(new Candidate(node, ownReason(owner, overBound)));
        }
        owner = false;
      }
      for (int i = 0; i < atBound.size() && list.size() < entries; i++) {
        add(new Candidate(atBound.get(i), ownReason(ownerAtBound && i == 0, overFull)));
      }
    }

    private Reason ownReason(boolean owner, boolean overBound) {
      if (unhealthyToo) {
        return Reason.LAST_RESORT;
      }
      boolean firstTried = list.stream().allMatch(entry -> isChosen(entry.reason()));
      if (firstTried && owner) {
        return Reason.OWNER;
      }
      return firstTried && overBound ? Reason.OVER_BOUND : Reason.FAILOVER;
    }

    private boolean isChosen(Reason reason) {
      return reason == Reason.PINNED || reason == Reason.OVERRIDE;
    }

    /** The first node that may be chosen of each zone after the set's own. */
    List<Candidate> backups(List<ZoneState> chain) {
      List<Candidate> backups = new ArrayList<>(2);
      for (ZoneState zone : chain.subList(1, chain.size())) {
        walk.start(zone.ring(), hash);
        for (int i = walk.next(); i != Ring.NONE; i = walk.next()) {
          if (mayTake(zone.member(i), unhealthyToo)) {
            backups.add(
                new Candidate(zone.member(i), unhealthyToo ? Reason.LAST_RESORT : Reason.BACKUP));
            break;
          }
        }
      }
      return backups;
    }

    void add(Candidate candidate) {
      for (Candidate entry : list) {
        if (entry.node().name().equals(candidate.node().name())) {
          return;
        }
      }
      list.add(candidate);
    }
  }
}
