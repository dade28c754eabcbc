package io.ballast.placement;

import io.ballast.cluster.NodeState;
import io.ballast.cluster.ZoneState;
import io.ballast.ring.Ring;
import io.ballast.ring.RingWalk;
import java.util.ArrayList;
import java.util.List;

/**
 * The nodes that a session would try, in order, each once. Belongs to the thread that asked for it;
 * an entry follows from the live counts at the time when it is asked for.
 *
 * <p>First the node that was chosen for the set, if one was; then the zone's own along its ring,
 * those at their bound last, so that they are tried before another zone is: they can take a
 * session, they only should not; then one of each zone behind it.
 */
public final class CandidateWalk {
  private final Placement placement;
  private final int attempts;
  private final int hash;
  private final ZoneState home;
  private final boolean unhealthyToo;
  private final List<Candidate> backups;
  private final Candidate[] made;
  private final RingWalk walk = new RingWalk();
  private int count;
  private Candidate chosen;

  // Of the zone's own nodes, as far as the walk has come.
  private boolean walking;
  private List<NodeState> atBound = List.of();
  private int atBoundMade;
  private boolean owner = true;
  private boolean ownerAtBound;
  private boolean overBound;
  private boolean overFull;

  private boolean ownOver;
  private int backupsMade;

  /**
   * @param attempts how many there are at most
   * @param hash the set's place on every ring
   * @param chosen what was chosen for the set, or null
   * @param chain the zone, and those behind it
   * @param unhealthyToo whether nodes that are down stand on the list, since no other is left
   */
  CandidateWalk(
      Placement placement,
      int attempts,
      int hash,
      Candidate chosen,
      List<ZoneState> chain,
      boolean unhealthyToo) {
    this.placement = placement;
    this.attempts = attempts;
    this.hash = hash;
    this.chosen = chosen;
    this.home = chain.get(0);
    this.unhealthyToo = unhealthyToo;
    this.made = new Candidate[attempts];
    this.backups = chain.size() == 1 ? List.of() : backups(chain.subList(1, chain.size()));
  }

  /** The next one, or null if there is none. */
  public Candidate next() {
    Candidate next = nextOfAll();
    while (next != null && isMade(next.node())) {
      next = nextOfAll();
    }
    if (next != null) {
      made[count++] = next;
    }
    return next;
  }

  private boolean isMade(NodeState node) {
    for (int i = 0; i < count; i++) {
      if (made[i].node().name().equals(node.name())) {
        return true;
      }
    }
    return false;
  }

  private Candidate nextOfAll() {
    if (chosen != null) {
      Candidate first = chosen;
      chosen = null;
      return first;
    }
    if (!ownOver) {
      boolean room = count < attempts - Math.min(backups.size(), attempts - 1);
      Candidate own = room ? nextOwn() : null;
      if (own != null) {
        return own;
      }
      ownOver = true;
      // With fewer attempts left than zones, the default zone goes before the backup zone, unless
      // the set has nothing of its own: then they are tried in their order.
      int left = attempts - count;
      backupsMade = count == 0 ? 0 : Math.max(0, backups.size() - left);
    }
    boolean room = count < attempts && backupsMade < backups.size();
    return room ? backups.get(backupsMade++) : null;
  }

  private Candidate nextOwn() {
    if (!walking) {
      walking = true;
      walk.start(home.ring(), hash);
    }
    for (int i = walk.next(); i != Ring.NONE; i = walk.next()) {
      NodeState node = home.member(i);
      boolean first = owner;
      owner = false;
      if (!placement.mayTake(node, unhealthyToo)) {
        overBound |= unhealthyToo || node.eligible();
      } else if (placement.atBound(home, node)) {
        putLast(node, first);
      } else {
        return new Candidate(node, ownReason(first, overBound));
      }
    }
    if (atBoundMade == atBound.size()) {
      return null;
    }
    boolean first = ownerAtBound && atBoundMade == 0;
    return new Candidate(atBound.get(atBoundMade++), ownReason(first, overFull));
  }

  private void putLast(NodeState node, boolean isOwner) {
    if (atBound.isEmpty()) {
      atBound = new ArrayList<>();
      overFull = overBound;
    }
    overBound = true;
    ownerAtBound |= isOwner;
    atBound.add(node);
  }

  private Reason ownReason(boolean isOwner, boolean passedOver) {
    if (unhealthyToo) {
      return Reason.LAST_RESORT;
    }
    boolean firstTried = onlyChosen();
    if (firstTried && isOwner) {
      return Reason.OWNER;
    }
    return firstTried && passedOver ? Reason.OVER_BOUND : Reason.FAILOVER;
  }

  /** Whether there was none yet but the node that was chosen for the set. */
  private boolean onlyChosen() {
    if (count == 0) {
      return true;
    }
    // A node that was chosen is the first, and the only one.
    Reason last = made[count - 1].reason();
    return last == Reason.PINNED || last == Reason.OVERRIDE;
  }

  /** The first node that may be chosen of each zone. */
  private List<Candidate> backups(List<ZoneState> zones) {
    List<Candidate> found = new ArrayList<>(2);
    for (ZoneState zone : zones) {
      walk.start(zone.ring(), hash);
      for (int i = walk.next(); i != Ring.NONE; i = walk.next()) {
        if (placement.mayTake(zone.member(i), unhealthyToo)) {
          found.add(
              new Candidate(zone.member(i), unhealthyToo ? Reason.LAST_RESORT : Reason.BACKUP));
          break;
        }
      }
    }
    return found;
  }
}
