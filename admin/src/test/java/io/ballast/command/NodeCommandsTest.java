package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.cluster.Snapshot;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeCommandsTest {
  private ProxyFixture ballast;

  @BeforeEach
  void open() throws IOException {
    ballast = ProxyFixture.open();
  }

  @AfterEach
  void close() {
    ballast.close();
  }

  @Test
  void weightsListsEveryNodeSortedByName() {
    assertThat(ballast.askOne("SETWEIGHT hub 0")).startsWith("OK");
    assertThat(ballast.ask("WEIGHTS"))
        .containsExactly("ap-1: 20", "ap-2: 10", "hub: 0", "na-1: 10", "na-2: 10", "OK");
  }

  @Test
  void nodesShowsAddressZoneHealthAndLimit() {
    assertThat(ballast.ask("NODES"))
        .containsExactly(
            "# name address zone weight health sessions guests max-sessions",
            "ap-1 " + ballast.address("ap-1") + " asia 20 up 0 0 -",
            "ap-2 " + ballast.address("ap-2") + " asia 10 up 0 0 -",
            "hub " + ballast.address("hub") + " default 1 up 0 0 -",
            "na-1 " + ballast.address("na-1") + " \"North America\" 10 up 0 0 -",
            "na-2 " + ballast.address("na-2") + " \"North America\" 10 up 0 0 50",
            "OK");
  }

  @Test
  void loadCountsLiveSessionsGuestsIncluded() throws IOException {
    ballast.ask("SETWEIGHT ap-1 0");
    ballast.ask("SETWEIGHT ap-2 0");
    try (LiveSet guest = ballast.connect("lobby")) {
      assertThat(guest.node()).startsWith("na-");
      assertThat(ballast.ask("LOAD"))
          .contains(guest.node() + ": 1")
          .contains("ap-1: 0", "ap-2: 0", "hub: 0", "OK");
      assertThat(ballast.ask("NODES")).anyMatch(row -> row.matches(guest.node() + " .* up 1 1 .*"));
    }
  }

  @Test
  void addedNodeHasTheDefaultWeightAndZone() {
    assertThat(ballast.askOne("ADD_NODE hub-2 [2001:db8::1]:6801")).isEqualTo("OK");
    assertThat(ballast.ask("NODES")).contains("hub-2 [2001:db8::1]:6801 default 100 up 0 0 -");
    assertThat(ballast.ask("HELP ADD_NODE").get(0)).contains("100 unless configured");
  }

  @Test
  void addedNodeTakesItsWeightAndZone() {
    assertThat(ballast.askOne("ADD_NODE \"none\" host.example:6801 7 \"North America\""))
        .isEqualTo("OK");
    assertThat(ballast.ask("WEIGHTS")).contains("\"none\": 7");
    assertThat(ballast.ask("NODES"))
        .contains("\"none\" host.example:6801 \"North America\" 7 up 0 0 -");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ADD_NODE x 10.0.0.1:6801 5 asia",
        "SETWEIGHT ap-1 50",
        "MOVE_NODE ap-1 default",
      })
  void repeatedChangeIsOkAndChangesNothing(String change) {
    Snapshot start = ballast.phones().snapshot();
    assertThat(ballast.askOne(change)).isEqualTo("OK");
    Snapshot changed = ballast.phones().snapshot();
    assertThat(changed).isNotSameAs(start);
    assertThat(ballast.askOne(change)).isEqualTo("OK");
    assertThat(ballast.phones().snapshot()).isSameAs(changed);
  }

  @Test
  void weightDecidesWhereNewSessionsGo() throws IOException {
    ballast.ask("SETWEIGHT na-1 0");
    for (int i = 0; i < 10; i++) {
      ballast.ask("SETZONE phone-" + i + " \"North America\"");
      try (LiveSet set = ballast.connect("phone-" + i)) {
        assertThat(set.node()).isEqualTo("na-2");
      }
    }
  }

  @Test
  void emptyingTheLastNodeOfAZoneIsAcceptedWithAWarning() {
    assertThat(ballast.askOne("SETWEIGHT na-1 0")).isEqualTo("OK");
    assertThat(ballast.askOne("SETWEIGHT na-2 0")).isEqualTo("OK");
    assertThat(ballast.askOne("SETWEIGHT hub 0"))
        .startsWith("OK warning: no node of a weight above 0 is left for new sessions of zone")
        .contains(" \"North America\", default;")
        .contains("ADD_NODE or SETWEIGHT");
    assertThat(ballast.askOne("SETWEIGHT hub 0")).isEqualTo("OK");
  }

  @Test
  void movedNodeServesItsNewZone() {
    assertThat(ballast.askOne("MOVE_NODE hub asia")).isEqualTo("OK");
    assertThat(ballast.ask("NODES")).contains("hub " + ballast.address("hub") + " asia 1 up 0 0 -");
  }

  @Test
  void nodeWithoutSessionsIsRemoved() {
    assertThat(ballast.askOne("REMOVE_NODE ap-2")).isEqualTo("OK");
    assertThat(ballast.ask("WEIGHTS")).noneMatch(line -> line.startsWith("ap-2"));
  }

  @Test
  void nodeWithSessionsIsRemovedByForceOnlyAndGently() throws IOException {
    try (LiveSet set = ballast.connect("lobby")) {
      String node = set.node();
      assertThat(ballast.askOne("REMOVE_NODE " + node))
          .startsWith("ERR refused node " + node + " has 1 live sessions")
          .contains("FORCE");
      assertThat(ballast.askOne("REMOVE_NODE " + node + " FORCE")).isEqualTo("OK");
      assertThat(set.endsGently()).isTrue();
      assertThat(ballast.ask("WEIGHTS")).noneMatch(line -> line.startsWith(node + ":"));
      await().until(() -> ballast.phones().sessions().size() == 0);
    }
  }
}
