package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
  private static final List<String> KNOWN =
      List.of("HELP", "LIST", "LOAD", "NODES", "SETWEIGHT", "SETZONE", "USE");

  @ParameterizedTest
  @CsvSource({
    "SETWEIGH, SETWEIGHT",
    "SETWIEGHT, SETWEIGHT",
    "SETWAIT, ",
    "NODE, NODES",
    "LAOD, LOAD",
    "SETZONES, SETZONE",
    "HLP, HELP",
    "SE, USE",
    "X, ",
    "XY, ",
    "QUARTERLY, ",
  })
  void namesTheWordThatWasMeant(String typed, String meant) {
    assertThat(Nearest.to(typed, KNOWN).orElse(null)).isEqualTo(meant);
  }

  @Test
  void firstOfEquallyNearWins() {
    assertThat(Nearest.to("LOST", List.of("LIST", "LOFT"))).contains("LIST");
  }
}
