package io.ballast.loadtest.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.loadtest.soak.ShortConnections.Heard;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ShortConnectionsTest {
  private static final List<String> QUESTIONS = List.of("HELLO a\n", "MSG a 1\n");
  private static final List<String> NODES = List.of("n1", "n2");

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "'n1 HELLO a|n1 MSG a 1|', WHOLE",
        "'n2 HELLO a|n2 MSG a 1|', WHOLE",
        "'n1 HELLO a|n1 MSG', CUT",
        "'n1 HELLO a|', CUT",
        "'n1', CUT",
        "'n', CUT",
        "'', CUT",
        "'n3 HELLO a|', WRONG",
        "'n1 HELLO b|', WRONG",
        "'n1 HELLO a|n2 MSG a 1|', WRONG",
        "'n1 HELLO a|n1 MSG a 1|n1 MSG a 1|', WRONG",
        "'n1 MSG a 1|', WRONG",
        "'x', WRONG"
      })
  void answersAreComparedByteByByte(String heard, Heard expected) {
    assertThat(ShortConnections.answers(heard.replace('|', '\n'), QUESTIONS, NODES))
        .isEqualTo(expected);
  }
}
