package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Snapshot;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZoneCommandsTest {
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
  void zonesShowsBackupWeightsAndSessions() throws IOException {
    try (LiveSet set = ballast.connect("lobby")) {
      assertThat(set.node()).startsWith("ap-");
      assertThat(ballast.ask("ZONES"))
          .containsExactly(
              "# name backup nodes weight healthy-weight sessions",
              "\"North America\" default 2 20 20 0",
              "asia \"North America\" 2 30 30 1",
              "default - 1 1 1 0",
              "OK");
    }
  }

  @Test
  void zoneIsAddedAndRemoved() {
    assertThat(ballast.askOne("ADD_ZONE europe")).isEqualTo("OK");
    assertThat(ballast.ask("ZONES")).contains("europe default 0 0 0 0");
    assertThat(ballast.askOne("ADD_ZONE \"south america\" \"North America\"")).isEqualTo("OK");
    assertThat(ballast.ask("ZONES")).contains("\"south america\" \"North America\" 0 0 0 0");
    assertThat(ballast.askOne("REMOVE_ZONE europe")).isEqualTo("OK");
    assertThat(ballast.ask("ZONES")).noneMatch(row -> row.startsWith("europe"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ADD_ZONE europe asia", "SETBACKUP asia default", "SETZONE lobby default"})
  void repeatedChangeIsOkAndChangesNothing(String change) {
    assertThat(ballast.askOne(change)).isEqualTo("OK");
    Snapshot changed = ballast.phones().snapshot();
    assertThat(ballast.askOne(change)).isEqualTo("OK");
    assertThat(ballast.phones().snapshot()).isSameAs(changed);
  }

  @Test
  void zoneThatIsNamedSomewhereStays() {
    ballast.ask("MOVE_NODE ap-1 default");
    ballast.ask("MOVE_NODE ap-2 default");
    assertThat(ballast.askOne("REMOVE_ZONE asia"))
        .startsWith("ERR refused zone asia is named by an affinity")
        .contains("SETZONE");
    assertThat(ballast.askOne("ADD_ZONE europe")).isEqualTo("OK");
    assertThat(ballast.askOne("SETBACKUP asia europe")).isEqualTo("OK");
    assertThat(ballast.askOne("REMOVE_ZONE europe"))
        .startsWith("ERR refused zone europe is the backup of zone asia")
        .contains("SETBACKUP");
  }

  @Test
  void changedBackupTakesOverForTheZone() {
    ballast.ask("SETWEIGHT ap-1 0");
    ballast.ask("SETWEIGHT ap-2 0");
    assertThat(ballast.ask("LIST lobby").get(0)).matches("na-[12] backup");
    assertThat(ballast.askOne("SETBACKUP asia default")).isEqualTo("OK");
    assertThat(ballast.ask("LIST lobby")).containsExactly("hub backup", "OK");
  }
}
