package io.ballast.balance;

import io.ballast.cluster.Health;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What balancing knows of a node, as the last plan had it.
 *
 * @param node its name
 * @param zone its zone
 * @param weight its weight
 * @param health its health
 * @param want its target: how many sessions of the zone's sets it should have
 * @param have how many it has, those on the way to it included
 * @param low the fewest sessions that are within its band; 0 if it is not eligible
 * @param high the most sessions that are within its band; 0 if it is not eligible
 * @param live its live sessions, guests included
 * @param guests those of them whose set is of another zone
 * @param arriving sessions on the way to it
 * @param leaving sessions about to leave it
 * @param due sessions on it that should be on another node and are not moving yet; with REBALANCE
 *     OFF or {@code mode = observe} those that would be moved
 * @param stuck how many of them do not move at present, by reason; {@link Stuck#PINNED} sessions on
 *     a node that is to be empty are among them
 * @param eta how long it takes until no session is due at present rates; zero if none is
 * @param paused what keeps moves back
 * @param staying how many of the zone's sessions on it must not be moved: their sets are pinned, or
 *     their listener moves none
 * @param overPinned whether these are more than its weight gives it, by more than the band: it
 *     cannot come to what its weight says
 */
public record NodeStatus(
    String node,
    String zone,
    int weight,
    Health health,
    int want,
    int have,
    int low,
    int high,
    int live,
    int guests,
    int arriving,
    int leaving,
    int due,
    Map<Stuck, Integer> stuck,
    Duration eta,
    List<Pause> paused,
    int staying,
    boolean overPinned) {
  /** Copies the map and the list. */
  public NodeStatus {
    stuck = Map.copyOf(stuck);
    paused = List.copyOf(paused);
  }
}
