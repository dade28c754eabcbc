package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuotingTest {
  private static final int ROUNDS = 20_000;
  private static final byte[] TRICKY =
      "OoKkEeRrNn \"\\#:x09af\n\r\0\377\t".getBytes(StandardCharsets.ISO_8859_1);

  @ParameterizedTest
  @ValueSource(strings = {"a", "node-1", "OKAY", "errand", "10.0.0.1:80", "a#b", "x=y;z", "~!"})
  void plainWordStaysAsItIs(String word) {
    assertThat(Quoting.word(word)).isEqualTo(word);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '^',
      value = {
        "^^, \"\"",
        "OK, \"OK\"",
        "ok, \"ok\"",
        "Err, \"Err\"",
        "none, \"none\"",
        "#1, \"#1\"",
        "a b, \"a b\"",
        "^say \"hi\"^, ^\"say \\\"hi\\\"\"^",
        "a\\b, \"a\\\\b\"",
        "é, \"\\xc3\\xa9\"",
        "^a\tb^, \"a\\x09b\"",
      })
  void wordThatCouldMisleadIsQuoted(String word, String written) {
    assertThat(Quoting.word(word)).isEqualTo(written);
  }

  @Test
  void colonIsQuotedInALabelOnly() {
    assertThat(Quoting.word("a:b")).isEqualTo("a:b");
    assertThat(Quoting.label("a:b")).isEqualTo("\"a:b\"");
    assertThat(Quoting.label("ab")).isEqualTo("ab");
  }

  @Test
  void sentenceStaysOnOneLine() {
    assertThat(Quoting.sentence("no node a\r\nOK é")).isEqualTo("no node a\\x0d\\x0aOK \\xc3\\xa9");
  }

  @Test
  void whateverIsQuotedIsReadBackAsTheSameBytes() {
    long seed = System.nanoTime();
    System.out.println("QuotingTest seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = bytes(random);
      for (String written : List.of(Quoting.word(bytes), Quoting.label(bytes))) {
        List<Word> read = CommandLine.parse((written + " x").getBytes(StandardCharsets.ISO_8859_1));
        assertThat(read).as("seed %d: %s", seed, written).hasSize(2);
        assertThat(read.get(0).bytes()).as("seed %d", seed).isEqualTo(bytes);
      }
    }
  }

  @Test
  void noQuotedWordCanBeTakenForAnotherKindOfLine() {
    long seed = System.nanoTime();
    System.out.println("QuotingTest seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = bytes(random);
      String word = Quoting.word(bytes);
      assertThat(word).as("seed %d", seed).isNotEmpty().matches("[ -~]+");
      assertThat(Reply.endsReply(word) || Reply.endsReply(word + " x")).isFalse();
      assertThat(word).doesNotStartWith("#").isNotEqualToIgnoringCase("NONE");
      String line = Quoting.label(bytes) + ": 7";
      assertThat(Reply.endsReply(line)).isFalse();
      assertThat(line.replaceFirst("^(\"([^\"\\\\]|\\\\.)*\"|[^:\"]+): ", "")).isEqualTo("7");
    }
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(9)];
    random.nextBytes(bytes);
    for (int i = 0; i < bytes.length; i++) {
      if (random.nextInt(4) > 0) {
        bytes[i] = TRICKY[random.nextInt(TRICKY.length)];
      }
    }
    return bytes;
  }
}
