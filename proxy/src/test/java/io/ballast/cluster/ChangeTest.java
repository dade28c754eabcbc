package io.ballast.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.re2j.Pattern;
import io.ballast.cluster.ChangeRefused.Kind;
import io.ballast.ring.RingSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Each change: what it does, and the answer when it cannot be made. */
class ChangeTest {
  private static final HostPort ADDRESS = HostPort.parse("10.0.0.1:6801");
  private static final SetId SET = SetId.of("phone-1");

  private static Node node(String name, String zone, int weight) {
    return new Node(name, ADDRESS, zone, weight);
  }

  /** a (weight 4) and b (weight 2) in zone x, c (weight 1) in default; zone y without nodes. */
  private static Snapshot start() {
    return Snapshot.of(
        new ClusterSettings(
            "c",
            List.of(new Zone("x"), new Zone("y", "x")),
            List.of(node("a", "x", 4), node("b", "x", 2), node("c", "default", 1)),
            new Affinity(
                List.of(
                    new AffinityRule(
                        Optional.empty(),
                        Optional.of(Pattern.compile("x-.*")),
                        Optional.empty(),
                        "x")),
                SetTable.empty()),
            Map.of(),
            100,
            new RingSettings(128, 128 * 1000)));
  }

  private static Snapshot after(Change... changes) {
    Snapshot snapshot = start();
    for (Change change : changes) {
      try {
        snapshot = snapshot.with(change);
      } catch (ChangeRefused e) {
        throw new AssertionError(change + ": " + e.getMessage(), e);
      }
    }
    return snapshot;
  }

  private static void refused(Kind kind, String message, Snapshot snapshot, Change change) {
    ChangeRefused refusal = catchThrowableOfType(ChangeRefused.class, () -> snapshot.with(change));
    assertThat(refusal).as("refusal of %s", change).isNotNull();
    assertThat(refusal.kind()).isEqualTo(kind);
    assertThat(refusal).hasMessageContaining(message);
  }

  private static void inPlace(Snapshot snapshot, Change change) throws ChangeRefused {
    assertThat(snapshot.with(change)).as("%s again", change).isSameAs(snapshot);
  }

  private static Node nodeOf(Snapshot snapshot, String name) {
    return snapshot.node(name).orElseThrow().node();
  }

  private static Ramp ramp(String node, int from, int to, int steps) {
    return new Ramp(node, from, to, steps, 0, 60_000, OptionalLong.empty());
  }

  @Test
  void nodeJoinsUpAndOnItsZonesRing() throws ChangeRefused {
    Change add = new Change.AddNode(node("d", "y", 3));
    Snapshot snapshot = after(add);
    assertThat(snapshot.node("d").orElseThrow())
        .isEqualTo(new NodeState(node("d", "y", 3), Health.UP));
    assertThat(snapshot.zone("y").orElseThrow().ring().totalPoints()).isEqualTo(3 * 128);
    inPlace(snapshot, add);
  }

  @Test
  void nodeThatCannotJoinIsRefused() {
    refused(Kind.NOT_FOUND, "ADD_ZONE", start(), new Change.AddNode(node("d", "none", 1)));
    refused(Kind.CONFLICT, "SETWEIGHT", start(), new Change.AddNode(node("a", "x", 5)));
    refused(Kind.CONFLICT, "MOVE_NODE", start(), new Change.AddNode(node("a", "y", 4)));
  }

  @Test
  void nodeLeavesWithItsRamp() {
    Snapshot snapshot = after(new Change.StartRamp(ramp("a", 4, 0, 4)), new Change.RemoveNode("a"));
    assertThat(snapshot.node("a")).isEmpty();
    assertThat(snapshot.ramps()).isEmpty();
    assertThat(snapshot.zone("x").orElseThrow().ring().indexOf("a")).isNegative();
    refused(Kind.NOT_FOUND, "NODES lists them", snapshot, new Change.RemoveNode("a"));
  }

  @Test
  void weightChangesAndEndsARamp() throws ChangeRefused {
    Change change = new Change.SetWeight("a", 9);
    Snapshot snapshot = after(new Change.StartRamp(ramp("a", 4, 0, 4)), change);
    assertThat(nodeOf(snapshot, "a").weight()).isEqualTo(9);
    assertThat(snapshot.ramps()).isEmpty();
    inPlace(snapshot, change);
    refused(Kind.NOT_FOUND, "no node z", start(), new Change.SetWeight("z", 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Change.SetWeight("a", -1))
        .withMessageStartingWith("weight = -1: ");
  }

  @Test
  void weightAtItsPresentValueStillEndsARamp() {
    Snapshot snapshot =
        after(new Change.StartRamp(ramp("a", 4, 0, 4)), new Change.SetWeight("a", 3));
    assertThat(nodeOf(snapshot, "a").weight()).isEqualTo(3);
    assertThat(snapshot.ramps()).isEmpty();
  }

  @Test
  void weightOfZeroKeepsTheNodeWithoutPoints() {
    Snapshot snapshot = after(new Change.SetWeight("a", 0));
    ZoneState zone = snapshot.zone("x").orElseThrow();
    assertThat(zone.size()).isEqualTo(2);
    assertThat(zone.ring().points(zone.ring().indexOf("a"))).isZero();
    assertThat(zone.healthyWeight()).isEqualTo(2);
  }

  @Test
  void moreThanMaxPointsIsRefusedWithTheRemedy() {
    String remedy =
        "weight 999 of node a would bring zone x to weight 1001, which is more than max-points ="
            + " 128000 at points-per-weight = 128; lower all weights in proportion";
    refused(Kind.REFUSED, remedy, start(), new Change.SetWeight("a", 999));
    assertThat(nodeOf(after(new Change.SetWeight("a", 998)), "a").weight()).isEqualTo(998);
    refused(Kind.REFUSED, "max-points", start(), new Change.SetWeight("a", Integer.MAX_VALUE));
    refused(Kind.REFUSED, "max-points", start(), new Change.AddNode(node("d", "x", 995)));
    refused(Kind.REFUSED, "max-points", start(), new Change.StartRamp(ramp("a", 4, 999, 5)));
    Snapshot full = after(new Change.SetWeight("c", 999));
    refused(Kind.REFUSED, "max-points", full, new Change.MoveNode("b", "default"));
  }

  @Test
  void nodeGoesToAnotherZonesRing() throws ChangeRefused {
    Change move = new Change.MoveNode("a", "y");
    Snapshot snapshot = after(move);
    assertThat(nodeOf(snapshot, "a").zone()).isEqualTo("y");
    assertThat(snapshot.zone("x").orElseThrow().ring().indexOf("a")).isNegative();
    assertThat(snapshot.zone("y").orElseThrow().ring().totalPoints()).isEqualTo(4 * 128);
    inPlace(snapshot, move);
    refused(Kind.NOT_FOUND, "no node z", start(), new Change.MoveNode("z", "y"));
    refused(Kind.NOT_FOUND, "no zone z", start(), new Change.MoveNode("a", "z"));
  }

  @Test
  void zoneIsMade() throws ChangeRefused {
    Change add = new Change.AddZone(new Zone("z", "x"));
    Snapshot snapshot = after(add);
    assertThat(snapshot.zone("z").orElseThrow().zone().backup()).isEqualTo("x");
    inPlace(snapshot, add);
    inPlace(snapshot, new Change.AddZone(new Zone("default")));
    refused(Kind.CONFLICT, "SETBACKUP", snapshot, new Change.AddZone(new Zone("z", "y")));
    refused(Kind.NOT_FOUND, "no zone w", snapshot, new Change.AddZone(new Zone("v", "w")));
  }

  @Test
  void zoneThatNothingNamesIsRemoved() {
    assertThat(after(new Change.RemoveZone("y")).zone("y")).isEmpty();
  }

  @Test
  void zoneThatIsNamedStays() {
    refused(Kind.NOT_FOUND, "ZONES lists them", start(), new Change.RemoveZone("z"));
    refused(Kind.REFUSED, "stays", start(), new Change.RemoveZone("default"));
    refused(Kind.REFUSED, "has node a; move", start(), new Change.RemoveZone("x"));
    Snapshot empty = after(new Change.RemoveNode("a"), new Change.RemoveNode("b"));
    refused(Kind.REFUSED, "backup of zone y; give", empty, new Change.RemoveZone("x"));
    Snapshot ruled =
        after(new Change.RemoveNode("a"), new Change.RemoveNode("b"), new Change.RemoveZone("y"));
    refused(Kind.REFUSED, "affinity", ruled, new Change.RemoveZone("x"));
    Snapshot edited = after(new Change.SetZone(SET, "y"));
    refused(Kind.REFUSED, "SETZONE", edited, new Change.RemoveZone("y"));
  }

  @Test
  void zoneGetsAnotherBackup() throws ChangeRefused {
    Change change = new Change.SetBackup("x", "y");
    Snapshot snapshot = after(change);
    assertThat(snapshot.zone("x").orElseThrow().zone().backup()).isEqualTo("y");
    inPlace(snapshot, change);
    refused(Kind.NOT_FOUND, "no zone z", start(), new Change.SetBackup("z", "x"));
    refused(Kind.NOT_FOUND, "no zone z", start(), new Change.SetBackup("x", "z"));
    refused(Kind.REFUSED, "has no backup", start(), new Change.SetBackup("default", "x"));
    refused(Kind.REFUSED, "choose another", start(), new Change.SetBackup("x", "x"));
  }

  @Test
  void setIsConfiguredForAZone() throws ChangeRefused {
    Change change = new Change.SetZone(SET, "y");
    Snapshot snapshot = after(change);
    assertThat(snapshot.affinity().sets().get(SET)).isEqualTo("y");
    inPlace(snapshot, change);
    refused(Kind.NOT_FOUND, "no zone z", start(), new Change.SetZone(SET, "z"));
  }

  @Test
  void setIsPinnedAndUnpinned() throws ChangeRefused {
    Change pin = new Change.PinSet(SET, Optional.of("a"));
    Snapshot pinned = after(pin);
    assertThat(pinned.pin(SET)).contains(new Pin(Optional.of("a")));
    inPlace(pinned, pin);
    Snapshot free = pinned.with(new Change.PinSet(SET, Optional.empty()));
    assertThat(free.pin(SET)).contains(new Pin(Optional.empty()));
    assertThat(free.with(new Change.UnpinSet(SET)).pin(SET)).isEmpty();
    inPlace(start(), new Change.UnpinSet(SET));
    refused(Kind.NOT_FOUND, "no node z", start(), new Change.PinSet(SET, Optional.of("z")));
  }

  @Test
  void setIsPinnedByAPattern() throws ChangeRefused {
    Snapshot snapshot =
        Snapshot.of(
            new ClusterSettings(
                "c",
                List.of(),
                List.of(new Node("a", new HostPort("127.0.0.1", 1), Zone.DEFAULT, 1)),
                new Affinity(List.of(), SetTable.empty(), List.of(Pattern.compile("room-[0-9]+"))),
                Map.of(),
                1,
                RingSettings.DEFAULT));
    SetId room = SetId.of("room-12");
    assertThat(snapshot.pin(room)).contains(Pin.ANYWHERE);
    assertThat(snapshot.pin(SetId.of("a room-12"))).isEmpty();
    refused(Kind.REFUSED, "affinity.pinned-patterns", snapshot, new Change.UnpinSet(room));
    Snapshot own = snapshot.with(new Change.PinSet(room, Optional.of("a")));
    assertThat(own.pin(room)).contains(new Pin(Optional.of("a")));
    assertThat(own.with(new Change.UnpinSet(room)).pin(room)).contains(Pin.ANYWHERE);
  }

  @Test
  void rampTakesItsFirstStepAtOnceAndEndsWithItsLast() throws ChangeRefused {
    Snapshot snapshot = after(new Change.StartRamp(ramp("a", 4, 0, 2)));
    assertThat(nodeOf(snapshot, "a").weight()).isEqualTo(2);
    assertThat(snapshot.ramps().get("a").done()).isEqualTo(1);
    Snapshot end = snapshot.with(new Change.StepRamp("a", 2));
    assertThat(nodeOf(end, "a").weight()).isZero();
    assertThat(end.ramps()).isEmpty();
    assertThat(after(new Change.StartRamp(ramp("a", 4, 0, 1))).ramps()).isEmpty();
  }

  @Test
  void rampThatDoesNotFitIsRefused() {
    Snapshot ramping = after(new Change.StartRamp(ramp("a", 4, 0, 2)));
    refused(Kind.CONFLICT, "CANCEL", ramping, new Change.StartRamp(ramp("a", 2, 9, 1)));
    refused(Kind.CONFLICT, "is 4 by now", start(), new Change.StartRamp(ramp("a", 5, 0, 1)));
    refused(Kind.NOT_FOUND, "no node z", start(), new Change.StartRamp(ramp("z", 5, 0, 1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Change.StartRamp(ramp("a", 4, 0, 4).stepped()));
  }

  @Test
  void stepThatIsNotTheNextIsRefused() {
    Snapshot ramping = after(new Change.StartRamp(ramp("a", 4, 0, 4)));
    refused(Kind.CONFLICT, "next step is 1", ramping, new Change.StepRamp("a", 1));
    refused(Kind.CONFLICT, "next step is 3", ramping, new Change.StepRamp("a", 3));
    refused(Kind.CONFLICT, "has no ramp", start(), new Change.StepRamp("a", 2));
    refused(Kind.NOT_FOUND, "no node z", start(), new Change.StepRamp("z", 2));
  }

  @Test
  void cancelledRampStaysAtTheWeightReached() {
    Snapshot snapshot = after(new Change.StartRamp(ramp("a", 4, 0, 4)), new Change.CancelRamp("a"));
    assertThat(nodeOf(snapshot, "a").weight()).isEqualTo(3);
    assertThat(snapshot.ramps()).isEmpty();
    refused(Kind.NOT_FOUND, "SETWEIGHT", snapshot, new Change.CancelRamp("a"));
    refused(Kind.NOT_FOUND, "no node z", snapshot, new Change.CancelRamp("z"));
  }

  @Test
  void rampGoesOnAfterARestart() throws ChangeRefused {
    SnapshotEditor draft = start().edit();
    draft.resume(new Ramp("a", 4, 0, 4, 2, 60_000, OptionalLong.empty()));
    Snapshot snapshot = draft.build();
    assertThat(nodeOf(snapshot, "a").weight()).isEqualTo(2);
    assertThat(nodeOf(snapshot.with(new Change.StepRamp("a", 3)), "a").weight()).isEqualTo(1);
  }

  @Test
  void rebalancingIsTurnedOffAndOn() throws ChangeRefused {
    assertThat(start().rebalance()).isTrue();
    Snapshot off = after(new Change.Rebalance(false));
    assertThat(off.rebalance()).isFalse();
    assertThat(off.with(new Change.Rebalance(true)).rebalance()).isTrue();
    inPlace(off, new Change.Rebalance(false));
  }

  @Test
  void refusedChangeLeavesTheDraftAsItWas() throws ChangeRefused {
    SnapshotEditor draft = start().edit();
    draft.apply(new Change.SetWeight("a", 7));
    for (Change change :
        List.of(
            new Change.AddNode(node("a", "x", 5)),
            new Change.AddNode(node("d", "x", 995)),
            new Change.StartRamp(ramp("b", 2, 999, 5)),
            new Change.MoveNode("a", "none"),
            new Change.RemoveZone("x"))) {
      assertThat(catchThrowableOfType(ChangeRefused.class, () -> draft.apply(change))).isNotNull();
    }
    Snapshot built = draft.build();
    Snapshot alone = after(new Change.SetWeight("a", 7));
    assertThat(built.nodes()).containsExactlyElementsOf(alone.nodes());
    assertThat(built.ramps()).isEqualTo(alone.ramps());
    assertThat(built.zones()).hasSameSizeAs(alone.zones());
  }

  @Test
  void changesDescribeThemselvesOldToNew() {
    Snapshot start = start();
    assertThat(new Change.SetWeight("a", 0).describe(start)).isEqualTo("weight of a: 4 -> 0");
    assertThat(new Change.MoveNode("a", "y").describe(start)).isEqualTo("zone of node a: x -> y");
    assertThat(new Change.AddNode(node("d", "y", 3)).describe(start))
        .isEqualTo("node d: none -> 10.0.0.1:6801 weight 3 zone y");
    assertThat(new Change.RemoveNode("a").describe(start))
        .isEqualTo("node a: 10.0.0.1:6801 weight 4 -> none");
    assertThat(new Change.SetBackup("y", "default").describe(start))
        .isEqualTo("backup of zone y: x -> default");
    assertThat(new Change.AddZone(new Zone("z")).describe(start))
        .isEqualTo("zone z: none -> backup default");
    assertThat(new Change.RemoveZone("y").describe(start)).isEqualTo("zone y: backup x -> none");
    assertThat(new Change.SetZone(SET, "y").describe(start))
        .isEqualTo("zone of set phone-1: by rule -> y");
    assertThat(new Change.PinSet(SET, Optional.of("a")).describe(start))
        .isEqualTo("pin of set phone-1: none -> a");
    assertThat(new Change.UnpinSet(SET).describe(start))
        .isEqualTo("pin of set phone-1: none -> none");
    assertThat(new Change.StartRamp(ramp("a", 4, 0, 2)).describe(start))
        .isEqualTo("weight of a: 4 -> 0 in 2 steps, one every 60000 ms");
    assertThat(new Change.StepRamp("a", 2).describe(start))
        .isEqualTo("weight of a: 4 -> step 2 of its ramp");
    assertThat(new Change.CancelRamp("a").describe(start))
        .isEqualTo("ramp of a: none -> stopped at weight 4");
    assertThat(new Change.Rebalance(false).describe(start)).isEqualTo("rebalance: on -> off");
  }
}
