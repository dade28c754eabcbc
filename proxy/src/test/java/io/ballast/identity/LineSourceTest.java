package io.ballast.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ballast.cluster.Origin;
import io.ballast.cluster.SetId;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LineSourceTest {
  private static final Origin ORIGIN = new Origin("sets", new InetSocketAddress("192.0.2.7", 4711));
  private static final IdentitySource HELLO =
      new IdentitySettings.Line("^HELLO (?P<id>[^ ]*)").source();

  private static Identification read(IdentitySource source, String text) {
    return source.identify(
        ORIGIN, ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)).asReadOnlyBuffer());
  }

  private static Identification identified(String id) {
    return new Identification.Identified(SetId.of(id.getBytes(StandardCharsets.ISO_8859_1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"HELLO a\n", "HELLO a\r\n", "HELLO a and more\nHELLO b\n", "HELLO a \r\r\n"})
  void groupOfTheFirstLineIsTheIdentity(String text) {
    assertThat(read(HELLO, text)).isEqualTo(identified("a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "H", "HELLO a", "HELLO a\r"})
  void lineThatIsNotWholeNeedsMore(String text) {
    assertThat(read(HELLO, text)).isEqualTo(Identification.NEED_MORE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "GOODBYE a\n", "hello a\n", "x\nHELLO a\n"})
  void lineThatDoesNotMatchNamesNoSet(String text) {
    assertThat(read(HELLO, text)).isEqualTo(Identification.NONE);
  }

  @Test
  void groupThatTakesNoPartNamesNoSet() {
    IdentitySource source = new IdentitySettings.Line("^(x|y(?P<id>z))").source();
    assertThat(read(source, "x\n")).isEqualTo(Identification.NONE);
  }

  @Test
  void identityIsTheBytesThemselves() {
    String umlauts = "\u00e4\u00ff\u0080";
    assertThat(read(HELLO, "HELLO " + umlauts + "\n")).isEqualTo(identified(umlauts));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"HELLO \n", "HELLO a\tb\n", "HELLO a\0\n", "HELLO \u007f\n", "HELLO a\rb\n"})
  void emptyIdentityAndControlCharactersAreMalformed(String text) {
    assertThat(read(HELLO, text)).isInstanceOf(Identification.Malformed.class);
  }

  @Test
  void identityHasAtMost1024Bytes() {
    String longest = "i".repeat(SetId.MAX_LENGTH);
    assertThat(read(HELLO, "HELLO " + longest + "\n")).isEqualTo(identified(longest));
    assertThat(read(HELLO, "HELLO " + longest + "i\n"))
        .isInstanceOf(Identification.Malformed.class);
  }

  @Test
  void lineOf4096BytesIsReadAndALongerOneIsMalformed() {
    String longest = "HELLO a " + "x".repeat(LineSource.MAX_BYTES - 9);
    assertThat(read(HELLO, longest)).isEqualTo(Identification.NEED_MORE);
    assertThat(read(HELLO, longest + "\n")).isEqualTo(identified("a"));
    assertThat(read(HELLO, longest + "x")).isInstanceOf(Identification.Malformed.class);
    assertThat(read(HELLO, longest + "x\n")).isInstanceOf(Identification.Malformed.class);
    assertThat(HELLO.maxBytes()).isEqualTo(4096);
  }

  @Test
  void nothingIsConsumed() {
    ByteBuffer bytes = ByteBuffer.wrap("..HELLO a\n..".getBytes(StandardCharsets.US_ASCII));
    bytes.position(2).limit(10);
    assertThat(HELLO.identify(ORIGIN, bytes)).isEqualTo(identified("a"));
    assertThat(bytes.position()).isEqualTo(2);
    assertThat(bytes.limit()).isEqualTo(10);
  }

  @Test
  void anySplitGivesTheAnswerOfOnePiece() {
    long seed = System.nanoTime();
    System.out.println("LineSourceTest seed " + seed);
    Random random = new Random(seed);
    String alphabet = "HELO a\r\n\t\u00e9";
    for (int round = 0; round < 2000; round++) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "HELLO " : "");
      for (int i = random.nextInt(30); i > 0; i--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      Identification whole = read(HELLO, text.toString());
      for (int cut = 0; cut < text.length(); cut++) {
        Identification early = read(HELLO, text.substring(0, cut));
        if (!early.equals(Identification.NEED_MORE)) {
          assertThat(early).as("%s cut at %d", text, cut).isEqualTo(whole);
        }
      }
    }
  }

  @Test
  void patternWithoutTheGroupIsRefused() {
    assertThatThrownBy(() -> new IdentitySettings.Line("^HELLO (\\S+)"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line = \"^HELLO (\\S+)\"")
        .hasMessageContaining("(?P<id>");
  }

  @Test
  void malformedPatternIsRefused() {
    assertThatThrownBy(() -> new IdentitySettings.Line("(?P<id>"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("RE2");
  }
}
