package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.balance.Mode;
import io.ballast.balance.Stuck;
import io.ballast.cluster.Change;
import io.ballast.cluster.SetId;
import io.ballast.fixture.TestSocket;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What an operator's changes move on real sockets, and what they leave alone. */
final class MovesOnSocketsTest {
  private static final List<String> SETS =
      IntStream.range(0, 40).mapToObj(i -> "set-" + i).toList();

  private static MovingRig.Builder zones() throws IOException {
    return MovingRig.with()
        .node("d-1", 100, "default")
        .node("d-2", 100, "default")
        .node("as-1", 100, "asia");
  }

  private static Map<String, String> places(MovingRig rig) {
    Map<String, String> places = new HashMap<>();
    SETS.forEach(set -> places.put(set, rig.sets.place(set)));
    return places;
  }

  private static void assertStayed(MovingRig rig, String set) {
    assertThat(rig.sets.places(set)).as(set).hasSize(1);
  }

  @Test
  void setThatIsGivenAnotherZoneMovesThereAndNoOther() throws Exception {
    try (MovingRig rig = zones().start()) {
      rig.connect(SETS);
      rig.change(new Change.SetZone(SetId.of("set-7"), "asia"));
      await().untilAsserted(() -> assertThat(rig.sets.place("set-7")).isEqualTo("as-1"));
      rig.awaitSettled();
      assertThat(rig.sets.sessions()).isEqualTo(SETS.size() + 1);
      rig.change(new Change.SetZone(SetId.of("set-7"), "default"));
      await().untilAsserted(() -> assertThat(rig.sets.places("set-7")).hasSize(3));
      assertThat(rig.sets.place("set-7")).startsWith("d-");
      assertThat(rig.sets.failures).hasValue(0);
    }
  }

  @Test
  void nodeThatGoesToAnotherZoneLosesItsSessionsToItsOldOne() throws Exception {
    try (MovingRig rig = zones().start()) {
      rig.connect(SETS);
      Map<String, String> before = places(rig);
      rig.change(new Change.MoveNode("d-2", "europe"));
      await().untilAsserted(() -> assertThat(rig.sets.on("d-1")).isEqualTo(SETS.size()));
      rig.awaitSettled();
      for (String set : SETS) {
        assertThat(rig.sets.places(set)).hasSize(before.get(set).equals("d-2") ? 2 : 1);
      }
    }
  }

  @Test
  void nodeThatJoinsAZoneFetchesTheSessionsThatItOwns() throws Exception {
    try (MovingRig rig = zones().start()) {
      rig.connect(SETS);
      rig.change(new Change.MoveNode("as-1", "default"));
      await().until(() -> rig.sets.on("as-1") > 0);
      await()
          .untilAsserted(
              () ->
                  assertThat(SETS)
                      .allSatisfy(
                          set ->
                              assertThat(rig.cluster().lookup(SetId.of(set)))
                                  .contains(rig.sets.place(set))));
      for (String set : SETS) {
        assertThat(rig.sets.places(set)).hasSize(rig.sets.place(set).equals("as-1") ? 2 : 1);
      }
    }
  }

  @Test
  void pinnedSetStaysOnADrainedNodeUntilItIsUnpinned() throws Exception {
    try (MovingRig rig = zones().start()) {
      rig.connect(SETS);
      String pinned = SETS.stream().filter(s -> rig.sets.place(s).equals("d-1")).findFirst().get();
      rig.change(new Change.PinSet(SetId.of(pinned), Optional.empty()));
      rig.weigh("d-1", 0);
      await().until(() -> rig.sets.on("d-1") == 1);
      await()
          .untilAsserted(
              () -> assertThat(rig.status("d-1").stuck()).isEqualTo(Map.of(Stuck.PINNED, 1)));
      assertStayed(rig, pinned);
      rig.change(new Change.UnpinSet(SetId.of(pinned)));
      await().until(() -> rig.sets.place(pinned).equals("d-2"));
    }
  }

  @Test
  void setThatIsPinnedToANodeMovesThere() throws Exception {
    try (MovingRig rig = zones().start()) {
      rig.connect(SETS);
      String set = SETS.stream().filter(s -> rig.sets.place(s).equals("d-1")).findFirst().get();
      rig.change(new Change.PinSet(SetId.of(set), Optional.of("d-2")));
      await().until(() -> rig.sets.place(set).equals("d-2"));
      rig.awaitSettled();
      assertThat(rig.sets.sessions()).isEqualTo(SETS.size() + 1);
    }
  }

  @Test
  void sessionOfAListenerThatMovesNothingStaysAndIsCounted() throws Exception {
    try (MovingRig rig = zones().start();
        TestSocket client = TestSocket.connect(rig.address(MovingRig.STAYING))) {
      String node = MovingRig.readLine(client.send("HELLO stays\n"));
      String other = node.equals("d-1") ? "d-2" : "d-1";
      rig.connectBesides(SETS, 1);
      rig.weigh(node, 0);
      await().until(() -> rig.sets.on(other) == SETS.size());
      await()
          .untilAsserted(
              () -> {
                assertThat(rig.status(node).live()).isEqualTo(1);
                assertThat(rig.status(node).have()).isEqualTo(1);
                assertThat(rig.status(node).stuck()).isEqualTo(Map.of(Stuck.PINNED, 1));
              });
      assertThat(rig.cluster().sessions().size()).isEqualTo(SETS.size() + 1);
    }
  }

  @Test
  void observedClusterTellsWhatWouldMoveAndMovesNothing() throws Exception {
    try (MovingRig rig = zones().mode(Mode.OBSERVE).start()) {
      rig.connect(SETS);
      int there = (int) rig.sets.on("d-1");
      rig.weigh("d-1", 0);
      await().untilAsserted(() -> assertThat(rig.status("d-1").due()).isEqualTo(there));
      rig.change(new Change.SetZone(SetId.of("set-7"), "asia"));
      await()
          .untilAsserted(
              () -> assertThat(rig.status("d-1").due() + rig.status("d-2").due()).isPositive());
      assertThat(rig.sets.sessions()).isEqualTo(SETS.size());
      assertThat(rig.closed).isEmpty();
    }
  }

  @Test
  void rebalanceOffStopsVoluntaryMovesOnly() throws Exception {
    try (MovingRig rig = zones().start()) {
      rig.connect(SETS);
      Map<String, String> before = places(rig);
      rig.change(new Change.Rebalance(false));
      rig.weigh("d-2", 1000);
      await().until(() -> rig.status("d-1").due() > 0);
      assertThat(rig.closed).isEmpty();
      rig.weigh("d-2", 0);
      await().until(() -> rig.sets.on("d-2") == 0);
      for (String set : SETS) {
        assertThat(rig.sets.places(set)).hasSize(before.get(set).equals("d-2") ? 2 : 1);
      }
    }
  }
}
