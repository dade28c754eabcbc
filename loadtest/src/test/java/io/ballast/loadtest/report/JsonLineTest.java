package io.ballast.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonLineTest {
  @Test
  void membersStandInTheOrderGiven() {
    JsonLine line =
        JsonLine.of("a")
            .with("text", "say \"x\"\n")
            .with("number", 1.5)
            .with("list", List.of(1, 2))
            .with("map", Map.of("k", true));

    assertThat(line)
        .hasToString(
            "{\"type\":\"a\",\"text\":\"say \\\"x\\\"\\n\",\"number\":1.5,\"list\":[1,2],"
                + "\"map\":{\"k\":true}}");
  }

  @Test
  void lineIsReadAsItWasWritten() {
    String text = "quote \" backslash \\ control \u0001";

    assertThat(JsonLine.read(JsonLine.of("a").with("b", text).toString()).getString("b"))
        .isEqualTo(text);
  }

  @Test
  void numberThatJsonDoesNotHaveIsRefused() {
    JsonLine line = JsonLine.of("a").with("b", Double.NaN);

    assertThatThrownBy(line::toString).hasMessage("NaN cannot be written as JSON");
  }

  @Test
  void memberIsGivenOnce() {
    JsonLine line = JsonLine.of("a").with("b", 1);

    assertThatThrownBy(() -> line.with("b", 2)).hasMessage("member b is there twice");
  }
}
