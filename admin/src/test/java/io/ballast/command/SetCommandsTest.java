package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SetCommandsTest {
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
  void affinityListsSetsThenRules() {
    assertThat(ballast.askOne("SETZONE \"\\xff \\\"x\\\"\" asia")).isEqualTo("OK");
    assertThat(ballast.ask("AFFINITY"))
        .containsExactly(
            "# kind match zone node",
            "set \"desk 7\" \"North America\" -",
            "set lobby asia -",
            "set \"\\xff \\\"x\\\"\" asia -",
            "rule source=203.0.113.0/24 asia -",
            "OK");
  }

  @Test
  void setGoesToTheZoneItIsConfiguredFor() throws IOException {
    assertThat(ballast.askOne("SETZONE phone-1 \"North America\"")).isEqualTo("OK");
    List<String> list = ballast.ask("LIST phone-1");
    assertThat(list).hasSize(4).endsWith("hub backup", "OK");
    assertThat(list.get(0)).matches("na-[12] owner");
    assertThat(list.get(1)).matches("na-[12] .*");
    try (LiveSet set = ballast.connect("phone-1")) {
      assertThat(list.get(0)).isEqualTo(set.node() + " owner");
    }
  }

  @Test
  void zoneOfALiveSetChangesAtOnce() throws IOException {
    try (LiveSet set = ballast.connect("phone-2")) {
      assertThat(set.node()).isEqualTo("hub");
      ballast.ask("SETZONE phone-2 asia");
      await()
          .untilAsserted(
              () ->
                  assertThat(ballast.ask("ZONES"))
                      .contains("asia \"North America\" 2 30 30 1", "default - 1 1 1 0"));
    }
  }

  @Test
  void lookupNamesTheOwnerByWeightsAlone() {
    String owner = ballast.ask("LOOKUP lobby").get(0);
    assertThat(owner).startsWith("ap-");
    ballast.ask("SETWEIGHT " + owner + " 0");
    assertThat(ballast.ask("LOOKUP lobby").get(0)).startsWith("ap-").isNotEqualTo(owner);
    ballast.ask("SETWEIGHT ap-1 0");
    ballast.ask("SETWEIGHT ap-2 0");
    assertThat(ballast.ask("LOOKUP lobby").get(0)).startsWith("na-");
  }

  @Test
  void setThatNoNodeMayTakeIsToldApart() {
    for (String node : List.of("na-1", "na-2", "ap-1", "ap-2", "hub")) {
      ballast.ask("SETWEIGHT " + node + " 0");
    }
    assertThat(ballast.ask("LOOKUP lobby")).containsExactly("NONE", "OK");
    assertThat(ballast.ask("LIST lobby"))
        .containsExactly(
            "OK no node may take the set: its next connection would be closed as no-node");
  }

  @Test
  void affinityListsWhatIsPinned() {
    ballast.ask("PIN desk-1");
    ballast.ask("PIN desk-2 ap-1");
    ballast.ask("PIN desk-3");
    ballast.ask("UNPIN desk-3");
    assertThat(ballast.ask("AFFINITY PINS"))
        .containsExactly("# kind match zone node", "pin desk-1 - -", "pin desk-2 - ap-1", "OK");
    assertThat(ballast.ask("affinity rules pins"))
        .containsExactly(
            "# kind match zone node",
            "rule source=203.0.113.0/24 asia -",
            "pin desk-1 - -",
            "pin desk-2 - ap-1",
            "OK");
  }

  @Test
  void affinityOfOneSetIsWhatIsSaidOfItAlone() {
    ballast.ask("PIN lobby ap-2");
    ballast.ask("PIN desk-1");
    assertThat(ballast.ask("AFFINITY SET lobby"))
        .containsExactly("# kind match zone node", "set lobby asia -", "pin lobby - ap-2", "OK");
    assertThat(ballast.ask("AFFINITY SETS SET desk-1"))
        .containsExactly("# kind match zone node", "OK");
  }

  @Test
  void limitIsOfEachKindAndTheEndSaysOfHowMany() {
    for (int i = 0; i < 5; i++) {
      ballast.ask("PIN desk-" + i);
    }
    assertThat(ballast.ask("AFFINITY LIMIT 1"))
        .containsExactly(
            "# kind match zone node",
            "set \"desk 7\" \"North America\" -",
            "rule source=203.0.113.0/24 asia -",
            "pin desk-0 - -",
            "OK 1 of 2 sets, 1 of 5 pins");
    assertThat(ballast.ask("AFFINITY PINS LIMIT 5")).hasSize(7).endsWith("OK");
  }

  @Test
  void longTableIsListedWhole() {
    for (int i = 0; i < 200; i++) {
      ballast.ask("SETZONE phone-" + i + " asia");
    }
    assertThat(ballast.ask("AFFINITY")).hasSize(1 + 202 + 1 + 1);
  }
}
