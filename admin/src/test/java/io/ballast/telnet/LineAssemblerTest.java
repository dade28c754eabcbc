package io.ballast.telnet;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.telnet.LineAssembler.Outcome;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineAssemblerTest {
  private static final int MAX = 16;

  private final LineAssembler assembler = new LineAssembler(MAX);

  /** What comes of the characters, a byte each: the lines, and what else is told in parentheses. */
  private List<String> feed(String text) {
    ByteBuffer input = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    List<String> lines = new ArrayList<>();
    Outcome outcome = assembler.next(input);
    while (outcome != Outcome.NEED_MORE) {
      lines.add(
          outcome == Outcome.LINE
              ? new String(assembler.line(), StandardCharsets.ISO_8859_1)
              : "(" + outcome + ")");
      outcome = assembler.next(input);
    }
    return lines;
  }

  @Test
  void lineEndsWithLfOrCrLfOrCrNul() {
    assertThat(feed("a\nb\r\nc\r\0d\n")).containsExactly("a", "b", "c", "d");
  }

  @Test
  void repliesEndLinesAsTheCallerDoes() {
    feed("a\r\n");
    assertThat(assembler.lineEnd()).isEqualTo("\r\n");
    feed("a\n");
    assertThat(assembler.lineEnd()).isEqualTo("\n");
  }

  @Test
  void carriageReturnInsideALineIsKept() {
    assertThat(feed("a\rb\r\r\n")).containsExactly("a\rb\r");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '^',
      value = {
        // Any two-byte command, any option, a subnegotiation with a doubled 255 and an SE inside.
        "^a\u00ff\u00f1b\n^, ab",
        "^\u00ff\u00fb\u0018\u00ff\u00fd\u00ffab\n^, ab",
        "^a\u00ff\u00fa\u0018\u0000x\n\u00f0\u00ff\u00ff\u00f0\u00ff\u00f0b\n^, ab",
        "^a\u00ff\u00ffb\n^, a\u00ffb",
        "^a\u00ff\u00ff\u00ff\u00ff\n^, a\u00ff\u00ff",
        "^a\r\u00ff\u00ff\n^, ^a\r\u00ff^",
      })
  void negotiationIsSkippedHoweverItIsSplit(String bytes, String line) {
    for (int first = 0; first <= bytes.length(); first++) {
      for (int second = first; second <= bytes.length(); second++) {
        List<String> lines = new ArrayList<>(feed(bytes.substring(0, first)));
        lines.addAll(feed(bytes.substring(first, second)));
        lines.addAll(feed(bytes.substring(second)));
        assertThat(lines).as("split at %d and %d", first, second).containsExactly(line);
      }
    }
  }

  @Test
  void interruptForgetsTheLineAndTimingMarkIsTold() {
    assertThat(feed("half\u00ff\u00f4\u00ff\u00fd\u0006SAY\n"))
        .containsExactly("(INTERRUPT)", "(TIMING_MARK)", "SAY");
    assertThat(feed("\u00ff\u00fe\u0006\u00ff\u00fb\u0006a\n")).containsExactly("a");
  }

  @Test
  void lineOfTheGreatestLengthPasses() {
    String longest = "x".repeat(MAX);
    assertThat(feed(longest + "\n" + longest + "\r\n")).containsExactly(longest, longest);
  }

  @Test
  void longerLineIsReportedOnceAndSkippedToItsEnd() {
    assertThat(feed("x".repeat(MAX + 1))).containsExactly("(TOO_LONG)");
    assertThat(feed("x".repeat(10 * MAX))).isEmpty();
    assertThat(feed("\u00ff\u00ff x\rx\r\nnext\n")).containsExactly("next");
  }

  @Test
  void subnegotiationWithoutEndDoesNotSwallowTheConversation() {
    assertThat(feed("\u00ff\u00fa" + "x".repeat(MAX) + "y\nnext\n")).containsExactly("", "next");
  }

  @Test
  void beginningOfALineIsFoundAtTheEndOfInput() {
    feed("a\nSTATS");
    assertThat(assembler.abandon()).isTrue();
    assertThat(assembler.abandon()).isFalse();
    assertThat(feed("\n")).containsExactly("");
    feed("x".repeat(MAX + 1));
    assertThat(assembler.abandon()).isFalse();
  }

  @Test
  void piecesOfAnySizeGiveTheSameLines() {
    long seed = System.nanoTime();
    System.out.println("LineAssemblerTest seed " + seed);
    Random random = new Random(seed);
    String alphabet = "ab\n\n\r\0\u00ff\u00ff\u00fa\u00f0\u00fb";
    for (int round = 0; round < 2_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(80); i >= 0; i--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      // Closes whatever is open, so that the next round begins afresh.
      String closed = text + "\u00ff\u00f0" + "x".repeat(2) + "\u00ff\u00f0\n\n";
      List<String> whole = new LineAssemblerTest().feed(closed);
      List<String> pieces = new ArrayList<>();
      LineAssemblerTest other = new LineAssemblerTest();
      int from = 0;
      while (from < closed.length()) {
        int to = Math.min(closed.length(), from + 1 + random.nextInt(4));
        pieces.addAll(other.feed(closed.substring(from, to)));
        from = to;
      }
      assertThat(pieces).as("seed %d", seed).isEqualTo(whole);
    }
  }
}
