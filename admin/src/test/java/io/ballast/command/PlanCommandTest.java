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

class PlanCommandTest {
  private static final int SETS = 30;

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

  private void connectAsia() throws IOException {
    for (int i = 0; i < SETS; i++) {
      ballast.ask("SETZONE phone-" + i + " asia");
      sets.add(ballast.connect("phone-" + i));
    }
    await()
        .until(
            () -> ballast.phones().status().stream().mapToInt(s -> s.live()).sum(),
            live -> live == SETS);
  }

  private long on(String node) {
    return sets.stream().filter(set -> set.node().equals(node)).count();
  }

  @ParameterizedTest
  @ValueSource(strings = {"SETWEIGHT ap-1 0", "DRAIN ap-1", "DRAIN ap-1 OVER 10s DEADLINE 1m"})
  void drainMovesWhatIsOnTheNodeToTheOthersOfItsZone(String change) throws IOException {
    connectAsia();
    Object before = ballast.phones().snapshot();
    List<String> plan = ballast.ask("PLAN " + change);
    assertThat(plan).hasSize(3).startsWith("# from to sessions", "ap-1 ap-2 " + on("ap-1"));
    assertThat(plan.get(2)).matches("OK " + on("ap-1") + " sessions would move in [0-9]+s");
    assertThat(ballast.phones().snapshot()).isSameAs(before);
    assertThat(ballast.ask("LOAD")).contains("ap-1: " + on("ap-1"), "ap-2: " + on("ap-2"));
  }

  @Test
  void nodeThatChangesZoneLeavesItsSessionsToTheOthers() throws IOException {
    connectAsia();
    assertThat(ballast.ask("PLAN MOVE_NODE ap-1 \"North America\""))
        .contains("ap-1 ap-2 " + on("ap-1"));
  }

  @Test
  void setThatChangesZoneIsPlannedAsASession() throws IOException {
    connectAsia();
    List<String> plan = ballast.ask("PLAN SETZONE phone-0 default");
    assertThat(plan).contains(sets.get(0).node() + " hub 1").last().asString().startsWith("OK 1 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SETWEIGHT ap-1 20",
        "ADD_NODE x 10.0.0.1:80 5 \"North America\"",
        "ADD_ZONE europe",
        "SETBACKUP asia default",
        "PIN phone-0",
        "UNPIN phone-0",
        "REMOVE_ZONE europe",
      })
  void changeThatConcernsNoSessionMovesNone(String change) throws IOException {
    ballast.ask("ADD_ZONE europe");
    connectAsia();
    assertThat(ballast.ask("plan " + change))
        .containsExactly("# from to sessions", "OK 0 sessions would move in 0s");
  }

  @Test
  void cancelOfARampIsPlanned() throws IOException {
    connectAsia();
    ballast.ask("SETWEIGHT ap-1 40 OVER 1h");
    assertThat(ballast.ask("PLAN CANCEL ap-1")).last().asString().matches("OK [0-9]+ session.*");
    assertThat(ballast.ask("STATUS")).anyMatch(line -> line.startsWith("# ramp of ap-1"));
  }
}
