package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyTest {

  @Test
  void endingsAreOneLine() {
    assertThat(Reply.ok().ending().line()).isEqualTo("OK");
    assertThat(Reply.ok("node a\nERR").ending().line()).isEqualTo("OK node a\\x0aERR");
    assertThat(Reply.error(Code.NOT_FOUND, "no node \r\nOK").ending().line())
        .isEqualTo("ERR not-found no node \\x0d\\x0aOK");
  }

  @ParameterizedTest
  @ValueSource(strings = {"OK", "OK 7", "ERR", "ERR failed", "a\nb", "a\rb", "é", "\0"})
  void dataLineThatForgesAnotherIsAFault(String line) {
    Reply reply = Reply.of(List.of(line));
    assertThatIllegalStateException().isThrownBy(reply::nextLine);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "OKAY", "ERRATIC: 1", "\"OK\" 7", "# name", "NONE", "ok"})
  void otherDataLinesPass(String line) {
    assertThat(Reply.of(List.of(line)).nextLine()).isEqualTo(line);
  }
}
