package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {

  private static List<Word> parse(String line) {
    return CommandLine.parse(line.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void wordsAreSeparatedBySpacesAndTabs() {
    assertThat(parse("  SETWEIGHT\ta   10 "))
        .containsExactly(Word.of("SETWEIGHT"), Word.of("a"), Word.of("10"));
  }

  @Test
  void quotedWordHoldsSpacesAndEscapes() {
    assertThat(parse("MOVE_NODE \"a \\\"b\\\" \\\\c\" \"North America\""))
        .containsExactly(Word.of("MOVE_NODE"), Word.of("a \"b\" \\c"), Word.of("North America"));
  }

  @Test
  void emptyQuotesAreAnEmptyWord() {
    assertThat(parse("LOOKUP \"\"")).containsExactly(Word.of("LOOKUP"), Word.of(""));
  }

  @Test
  void hexEscapeIsOneByteEvenIfItIsNotText() {
    assertThat(parse("\"\\xff\\x0a\\xFE\"").get(0).bytes())
        .containsExactly((byte) 0xff, (byte) 0x0a, (byte) 0xfe);
  }

  @Test
  void bytesBeyondAsciiNeedNoQuotesOnInput() {
    assertThat(parse("SETZONE Zürich asia").get(1)).isEqualTo(Word.of("Zürich"));
  }

  @Test
  void wordThatIsNoTextIsRefusedAsName() {
    Word word = Word.of(new byte[] {'a', (byte) 0xff});
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(word::text)
        .withMessageContaining("\"a\\xff\"")
        .withMessageContaining("UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t \t"})
  void blankLineHasNoWords(String line) {
    assertThat(CommandLine.isBlank(line.getBytes(StandardCharsets.UTF_8))).isTrue();
    assertThat(parse(line)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "AUTH \"hush | column 6: a quoted word without an end: close it with a double quote",
        "LOOKUP \"a\\ | column 10: an unknown escape: inside quotes write",
        "LOOKUP \"a\\n\" | column 10: an unknown escape: inside quotes write",
        "LOOKUP \"\\x4\" | column 9: an unknown escape: inside quotes write",
        "LOOKUP \"\\xg0\" | column 9: an unknown escape: inside quotes write",
        "LOOKUP \"a\"b | column 11: text right after a closing quote: put a space",
        "LOOKUP a\"b | column 9: a quote or backslash in a word: put the word in quotes",
        "LOOKUP a\\b | column 9: a quote or backslash in a word: put the word in quotes",
        "^LOOKUP a\u0007b^ | ^column 9: a control byte: inside quotes write it as \\x07^",
        "^LOOKUP \"\u007f\"^ | ^column 9: a control byte: inside quotes write it as \\x7f^",
      })
  void malformedWordIsAnErrorWithItsColumn(String line, String message) {
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> parse(line))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.USAGE))
        .withMessageStartingWith(message);
  }

  @Test
  void errorDoesNotRepeatTheLine() {
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> parse("AUTH \"hush"))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hush"));
  }
}
