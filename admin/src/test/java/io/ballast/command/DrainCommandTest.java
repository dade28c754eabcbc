package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code DRAIN}, {@code CANCEL} and {@code SETWEIGHT … OVER}. */
class DrainCommandTest {
  private final List<LiveSet> sets = new ArrayList<>();
  private ProxyFixture ballast;

  @BeforeEach
  void open() throws IOException {
    ballast = ProxyFixture.quick();
  }

  @AfterEach
  void close() throws IOException {
    for (LiveSet set : sets) {
      set.close();
    }
    ballast.close();
  }

  /** Connects a set of asia that is placed on {@code ap-1}. */
  private LiveSet connectOnAp1() throws IOException {
    for (int i = 0; ; i++) {
      String name = "phone-" + i;
      ballast.ask("SETZONE " + name + " asia");
      if (ballast.ask("LIST " + name).get(0).equals("ap-1 owner")) {
        LiveSet set = ballast.connect(name);
        sets.add(set);
        assertThat(set.node()).isEqualTo("ap-1");
        return set;
      }
    }
  }

  private void assertWeightOfAp1(int weight) {
    assertThat(ballast.ask("WEIGHTS")).contains("ap-1: " + weight);
  }

  private List<String> ramps() {
    return ballast.ask("STATUS").stream().filter(line -> line.startsWith("# ramp")).toList();
  }

  @Test
  void drainTakesTheWeightToNothingAndMovesTheSessions() throws IOException {
    LiveSet set = connectOnAp1();
    assertThat(ballast.askOne("DRAIN ap-1")).isEqualTo("OK");
    assertWeightOfAp1(0);
    assertThat(set.endsGently()).isTrue();
    await().untilAsserted(() -> assertThat(ballast.ask("LOAD")).contains("ap-1: 0"));
  }

  @Test
  void drainOverATimeTakesItsFirstStepAtOnce() {
    assertThat(ballast.askOne("DRAIN ap-1 OVER 10m STEPS 4")).isEqualTo("OK");
    assertWeightOfAp1(15);
    assertThat(ramps())
        .containsExactly("# ramp of ap-1: weight 15, step 1 of 4 to 0, one every 2m30s");
  }

  @Test
  void drainHasTenStepsUnlessToldOtherwise() {
    assertThat(ballast.askOne("drain ap-1 over 10m")).isEqualTo("OK");
    assertThat(ramps())
        .containsExactly("# ramp of ap-1: weight 18, step 1 of 10 to 0, one every 1m");
  }

  @Test
  void drainHasNoMoreStepsThanTheWeightHas() {
    assertThat(ballast.askOne("DRAIN ap-2 OVER 10m STEPS 1000000")).isEqualTo("OK");
    assertThat(ramps())
        .containsExactly("# ramp of ap-2: weight 9, step 1 of 10 to 0, one every 1m");
  }

  @Test
  void rampEndsAtItsWeightByItself() {
    assertThat(ballast.askOne("DRAIN ap-1 OVER 400ms STEPS 4")).isEqualTo("OK");
    await().untilAsserted(() -> assertWeightOfAp1(0));
    assertThat(ramps()).isEmpty();
    assertThat(ballast.askOne("SETWEIGHT ap-1 30 OVER 300ms STEPS 3")).isEqualTo("OK");
    assertWeightOfAp1(10);
    await().untilAsserted(() -> assertWeightOfAp1(30));
    assertThat(ramps()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DRAIN ap-1 OVER 5m",
        "DRAIN ap-1 OVER 5m DEADLINE 10m FORCE",
        "DRAIN ap-1 FORCE DEADLINE 10m OVER 5m STEPS 3",
        "SETWEIGHT ap-1 100 OVER 1m",
        "SETWEIGHT ap-1 18 OVER 1m",
        "PLAN SETWEIGHT ap-1 100 OVER 1m",
      })
  void secondRampOfANodeIsAConflict(String command) {
    ballast.ask("DRAIN ap-1 OVER 10m");
    List<String> before = ramps();
    assertThat(ballast.askOne(command))
        .startsWith("ERR conflict node ap-1 has a ramp already; CANCEL it first");
    assertThat(ramps()).isEqualTo(before);
    assertWeightOfAp1(18);
  }

  @Test
  void rampsOfTwoNodesRunSideBySide() {
    assertThat(ballast.askOne("DRAIN ap-1 OVER 10m")).isEqualTo("OK");
    assertThat(ballast.askOne("SETWEIGHT na-1 20 OVER 10m")).isEqualTo("OK");
    assertThat(ramps()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DRAIN ap-1", "SETWEIGHT ap-1 0", "SETWEIGHT ap-1 7"})
  void weightWithoutATimeReplacesTheRamp(String command) {
    ballast.ask("DRAIN ap-1 OVER 10m");
    assertThat(ballast.askOne(command)).isEqualTo("OK");
    assertThat(ramps()).isEmpty();
    assertWeightOfAp1(command.endsWith("7") ? 7 : 0);
  }

  @Test
  void canceledRampStaysAtTheWeightItHasReached() {
    ballast.ask("DRAIN ap-1 OVER 10m STEPS 4");
    assertThat(ballast.askOne("CANCEL ap-1")).isEqualTo("OK");
    assertWeightOfAp1(15);
    assertThat(ramps()).isEmpty();
    assertThat(ballast.askOne("CANCEL ap-1"))
        .isEqualTo(
            "ERR not-found node ap-1 has no ramp to cancel; its weight is 15, SETWEIGHT changes it");
  }

  @Test
  void finishedDrainIsNoRampToCancel() {
    ballast.ask("DRAIN ap-1");
    assertThat(ballast.askOne("CANCEL ap-1"))
        .isEqualTo(
            "ERR not-found node ap-1 has no ramp to cancel; its weight is 0, SETWEIGHT changes it");
    assertWeightOfAp1(0);
  }

  @Test
  void drainOfADrainedNodeIsOk() {
    ballast.ask("DRAIN ap-1");
    assertThat(ballast.askOne("DRAIN ap-1")).isEqualTo("OK");
    assertThat(ballast.askOne("DRAIN ap-1 OVER 5m DEADLINE 10m")).isEqualTo("OK");
    assertWeightOfAp1(0);
    assertThat(ramps()).isEmpty();
  }

  private List<String> deadlines() {
    return ballast.ask("STATUS").stream().filter(line -> line.startsWith("# deadline")).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"DRAIN ap-1 DEADLINE 10m", "DRAIN ap-1 OVER 5m DEADLINE 10m"})
  void deadlineIsShownUntilTheDrainIsTakenBack(String command) {
    assertThat(ballast.askOne(command)).isEqualTo("OK");
    assertThat(deadlines())
        .singleElement()
        .asString()
        .matches("# deadline of the drain of ap-1: 2.*Z, in (10m|9m.*)");
    assertThat(ballast.askOne("SETWEIGHT ap-1 0")).isEqualTo("OK");
    assertThat(deadlines()).hasSize(1);
    assertThat(ballast.askOne("SETWEIGHT ap-1 5")).isEqualTo("OK");
    assertThat(deadlines()).isEmpty();
  }

  @Test
  void anotherDeadlineReplacesTheOneBefore() {
    ballast.ask("DRAIN ap-1 DEADLINE 2h");
    List<String> before = deadlines();
    assertThat(ballast.askOne("DRAIN ap-1")).isEqualTo("OK");
    assertThat(deadlines()).singleElement().asString().startsWith(before.get(0).substring(0, 50));
    assertThat(ballast.askOne("DRAIN ap-1 OVER 5m DEADLINE 0s")).isEqualTo("OK");
    assertThat(deadlines()).singleElement().asString().endsWith(", passed");
  }

  @Test
  void canceledDrainHasNoDeadline() {
    ballast.ask("DRAIN ap-1 OVER 5m DEADLINE 10m");
    assertThat(ballast.askOne("CANCEL ap-1")).isEqualTo("OK");
    assertThat(deadlines()).isEmpty();
  }

  @Test
  void lastNodeIsDrainedByForceOnly() {
    assertThat(ballast.askOne("DRAIN hub"))
        .isEqualTo(
            "ERR refused node hub is the last one of a weight above 0 for the sets of zone default;"
                + " add another node first, or say FORCE");
    assertThat(ballast.askOne("DRAIN hub FORCE")).startsWith("OK warning: no node of a weight");
    assertThat(ballast.ask("WEIGHTS")).contains("hub: 0");
    assertThat(ballast.askOne("DRAIN hub")).isEqualTo("OK");
  }

  @Test
  void zonesOfTheLastNodeAreQuoted() {
    for (String node : List.of("na-1", "ap-1", "ap-2", "hub")) {
      ballast.ask("DRAIN " + node + " FORCE");
    }
    assertThat(ballast.askOne("DRAIN na-2"))
        .startsWith("ERR refused node na-2 is the last one")
        .contains("zone \"North America\", asia;");
  }

  @ParameterizedTest
  @ValueSource(strings = {"DRAIN hub OVER 1h FORCE", "SETWEIGHT hub 0 OVER 1h"})
  void rampThatEmptiesTheLastNodeIsAcceptedWithAWarning(String command) {
    ballast.ask("SETWEIGHT hub 4");
    assertThat(ballast.askOne(command))
        .startsWith("OK warning: no node of a weight above 0 ")
        .contains("zone default;");
    assertThat(ramps()).hasSize(1);
  }
}
