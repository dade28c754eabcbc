package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
  private static final List<String> KEYS = List.of("weight", "max-sessions", "zone", "on", "rise");
  private static final List<String> KNOWN =
      List.of("ADD_NODE", "HELP", "LIST", "LOAD", "NODES", "SETWEIGHT", "SETZONE", "USE");

  @ParameterizedTest
  @CsvSource({
    "SETWEIGH, SETWEIGHT",
    "SETWIEGHT, SETWEIGHT",
    "SETWAIT, ",
    "NODE, NODES",
    "LAOD, LOAD",
    "SETZONES, SETZONE",
    "HLP, HELP",
    "US, ",
    "UES, USE",
    "addnode, ADD_NODE",
    "ADD-NODE, ADD_NODE",
    "X, ",
    "XY, ",
    "QUARTERLY, ",
  })
  void namesTheCommandThatWasMeant(String typed, String meant) {
    assertThat(Nearest.to(typed, KNOWN).orElse(null)).isEqualTo(meant);
  }

  @Test
  void namesTheKeyThatWasMeant() {
    assertThat(Nearest.to("weigth", KEYS)).contains("weight");
    assertThat(Nearest.to("MaxSessions", KEYS)).contains("max-sessions");
    assertThat(Nearest.to("max_session", KEYS)).contains("max-sessions");
    assertThat(Nearest.to("colour", KEYS)).isEmpty();
    assertThat(Nearest.to("of", KEYS)).isEmpty();
    assertThat(Nearest.to("", KEYS)).isEmpty();
  }

  @Test
  void aSlipIsOneLetterMoreLessOtherOrSwapped() {
    assertThat(Nearest.slips("weight", "weight")).isZero();
    assertThat(Nearest.slips("weight", "weigth")).isEqualTo(1);
    assertThat(Nearest.slips("weight", "weigh")).isEqualTo(1);
    assertThat(Nearest.slips("weight", "wweight")).isEqualTo(1);
    assertThat(Nearest.slips("weight", "waight")).isEqualTo(1);
    assertThat(Nearest.slips("", "abc")).isEqualTo(3);
  }

  @Test
  void firstOfEquallyNearWins() {
    assertThat(Nearest.to("LOST", List.of("LIST", "LOFT"))).contains("LIST");
  }
}
