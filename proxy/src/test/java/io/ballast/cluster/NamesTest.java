package io.ballast.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rule and the order of names. */
class NamesTest {
  // Around the borders of the lengths of UTF-8, and around the surrogates, where UTF-16 differs.
  private static final int[] CODE_POINTS = {
    'a', 'b', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffd, 0x10000, 0x10ffff
  };

  private static String random(Random random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(5);
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(CODE_POINTS[random.nextInt(CODE_POINTS.length)]);
    }
    return text.toString();
  }

  @Test
  void orderIsThatOfTheBytesOfUtf8() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 50_000; i++) {
      String a = random(random);
      String b = random(random);
      int expected =
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
      assertThat(Integer.signum(Names.BY_BYTES.compare(a, b)))
          .as("seed %d: %s and %s", seed, a, b)
          .isEqualTo(Integer.signum(expected));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "North America", "nœud", "10.0.0.1:80", "#1", "\uD83D\uDCDE"})
  void wellFormedNamesAreTaken(String name) {
    assertThat(Names.check("node", name)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " a", "a ", "a\nb", "a\u0000", "a\u0085b", "\uD800", "a\uDC00b", "\uD83Da"})
  void malformedNamesAreRefused(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Names.check("node", name))
        .withMessageStartingWith("node name");
  }

  @Test
  void lengthIsLimitedInBytes() {
    assertThat(Names.check("zone", "é".repeat(127))).hasSize(127);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Names.check("zone", "é".repeat(128)))
        .withMessageContaining("1 to 255 bytes");
  }

  @Test
  void messageShowsNoControlCharacterOfTheName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Names.check("node", "a\r\nERR"))
        .withMessageContaining("\"a??ERR\"");
  }
}
