package io.ballast.telnet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.command.Code;
import io.ballast.command.CommandException;
import io.ballast.command.CommandLine;
import io.ballast.command.Quoting;
import io.ballast.command.Word;
import io.ballast.fuzz.Fuzzing;
import io.ballast.telnet.LineAssembler.Outcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever bytes an operator's channel gets, it makes the lines and words of it that it should. */
final class LineFuzzTest {
  private static final int ITERATIONS = 30_000;
  private static final int MAX = 64;
  private static final Pattern PRINTABLE = Pattern.compile("[ -~]*");

  private static final List<byte[]> SEEDS =
      Stream.of(
              "SETZONE phone-1 \"North America\"\r\nSTATUS\r\n",
              "PIN \"a\\x00b \\\"c\\\" \\\\\" na-1\nLIST \"\"\n",
              "\u00ff\u00fd\u0001\u00ff\u00fa\u0018\u0000xterm\u00ff\u00f0HELP\r\0QUIT\n",
              "SAY " + "x".repeat(MAX) + "\nSAY y\n\u00ff\u00f4\u00ff\u00fd\u0006\n")
          .map(text -> text.getBytes(ISO_8859_1))
          .toList();

  /** What comes of the bytes, in pieces that end at these places. */
  private static List<String> outcomes(byte[] bytes, int... ends) {
    LineAssembler assembler = new LineAssembler(MAX);
    List<String> all = new ArrayList<>();
    int from = 0;
    for (int end : ends) {
      ByteBuffer input = ByteBuffer.wrap(bytes, from, end - from);
      Outcome outcome = assembler.next(input);
      while (outcome != Outcome.NEED_MORE) {
        boolean line = outcome == Outcome.LINE;
        all.add(line ? new String(assembler.line(), ISO_8859_1) : "(" + outcome + ")");
        outcome = assembler.next(input);
      }
      assertThat(input.hasRemaining()).isFalse();
      from = end;
    }
    return all;
  }

  @Test
  void linesDoNotDependOnThePiecesThatBytesComeIn() {
    Random random = new Random(3);
    Fuzzing.run(
        "line assembler",
        ITERATIONS,
        SEEDS,
        bytes -> {
          int[] ends = random.ints(4, 0, bytes.length + 1).sorted().toArray();
          int[] whole = Arrays.copyOf(ends, ends.length + 1);
          whole[ends.length] = bytes.length;
          List<String> lines = outcomes(bytes, bytes.length);
          assertThat(outcomes(bytes, whole)).isEqualTo(lines);
          assertThat(lines)
              .allSatisfy(
                  line -> assertThat(line).hasSizeLessThanOrEqualTo(MAX).doesNotContain("\n"));
        });
  }

  @Test
  void everyWordIsReadBackAsItIsWritten() {
    Fuzzing.run(
        "command line",
        ITERATIONS,
        SEEDS,
        bytes -> {
          try {
            for (Word word : CommandLine.parse(bytes)) {
              String written = Quoting.word(word.bytes());
              assertThat(written).matches(PRINTABLE);
              assertThat(CommandLine.parse(written.getBytes(ISO_8859_1))).containsExactly(word);
            }
          } catch (CommandException refused) {
            assertThat(refused.code()).isEqualTo(Code.USAGE);
            assertThat(refused.getMessage()).matches(PRINTABLE);
          }
        });
  }
}
