package io.ballast.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.fuzz.Hex;
import io.ballast.identity.Identification.Malformed;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SniSourceTest {
  private final PeekRules<Identification> sni = PeekRules.of(new SniSource());

  static List<Captures.Capture> captures() {
    return Captures.of("tls");
  }

  @ParameterizedTest
  @MethodSource("captures")
  void realClientsAreKnownHoweverTheirBytesCome(Captures.Capture capture) {
    assertThat(sni.everySplit(capture.bytes())).isEqualTo(Answers.of(capture.answer()));
  }

  @Test
  void helloOfThisJavaIsKnown() throws Exception {
    SSLEngine engine = SSLContext.getDefault().createSSLEngine("Here.Example.org", 443);
    engine.setUseClientMode(true);
    ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), hello);

    assertThat(new SniSource().identify(PeekRules.ORIGIN, hello.flip()))
        .isEqualTo(Answers.of("here.example.org"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 40, 100, 16_384})
  void recordsMaySplitTheHelloAnywhere(int fragment) {
    byte[] bytes =
        new Hello().extension(43, new Bytes().fill(90, 3)).name("a.test").records(fragment);

    assertThat(sni.everySplit(bytes)).isEqualTo(Answers.of("a.test"));
  }

  @Test
  void generatedHellosAreReadWhateverTheirPartsAndRecords() {
    long seed = 4711;
    System.out.println("generated ClientHellos from seed " + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      String name = "host-" + random.nextInt(1000) + ".test";
      Hello hello =
          new Hello()
              .sessionId(new Bytes().fill(random.nextInt(33), i))
              .cipherSuites(new Bytes().fill(2 + 2 * random.nextInt(40), i))
              .compressions(new Bytes().fill(1 + random.nextInt(4), 0));
      int before = random.nextInt(4);
      for (int k = 0; k < before; k++) {
        hello.extension(1 + random.nextInt(0xffff), new Bytes().fill(random.nextInt(300), k));
      }
      boolean named = random.nextInt(8) > 0;
      if (named) {
        hello.name(name);
      }
      hello.extension(51, new Bytes().fill(random.nextInt(1200), 1));

      Identification answer =
          sni.someSplits(hello.records(1 + random.nextInt(random.nextInt(2000) + 1)), random);

      assertThat(answer).isEqualTo(named ? Answers.of(name) : Identification.NONE);
    }
  }

  @Test
  void answerDoesNotWaitForWhatStandsBehindTheName() {
    byte[] bytes =
        new Hello().name("early.test").extension(51, new Bytes().fill(9_000, 1)).record();

    assertThat(sni.ask(bytes, 120, 0)).isEqualTo(Answers.of("early.test"));
  }

  @Test
  void greaseAndEncryptedClientHelloArePassedOver() {
    byte[] bytes =
        new Hello()
            .cipherSuites(new Bytes().u16(0x3a3a).u16(0x1301))
            .extension(0x8a8a, new Bytes())
            .extension(0xfe0d, new Bytes().fill(200, 0x5a))
            .name("outer.test")
            .extension(0xfafa, new Bytes().u8(0))
            .record();

    assertThat(sni.everySplit(bytes)).isEqualTo(Answers.of("outer.test"));
  }

  @ParameterizedTest
  @CsvSource({
    "EXAMPLE.Org, example.org",
    "example.org., example.org",
    "10.0.0.1, 10.0.0.1",
    "a_b, a_b"
  })
  void spellingsOfOneNameAreOneSet(String sent, String identity) {
    assertThat(sni.everySplit(new Hello().name(sent).record())).isEqualTo(Answers.of(identity));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "a\u0000b", "a\nb", "a\u007f", "bücher.test"})
  void nameThatIsNoneIsMalformed(String name) {
    assertThat(sni.everySplit(new Hello().name(name).record())).isInstanceOf(Malformed.class);
  }

  @Test
  void nameOfMoreThanTheLongestIdentityIsMalformed() {
    assertThat(sni.everySplit(new Hello().name("a".repeat(1024)).record()))
        .isEqualTo(Answers.of("a".repeat(1024)));
    assertThat(sni.everySplit(new Hello().name("a".repeat(1025)).record()))
        .isInstanceOf(Malformed.class);
  }

  @Test
  void helloWithoutAHostNameNamesNoSet() {
    Bytes otherType = Hello.names(new Bytes().u8(9).sized16(new Bytes().text("x")));

    assertThat(sni.everySplit(new Hello().record())).isEqualTo(Identification.NONE);
    assertThat(sni.everySplit(new Hello().withoutExtensions().record()))
        .isEqualTo(Identification.NONE);
    assertThat(sni.everySplit(new Hello().extension(0, otherType).record()))
        .isEqualTo(Identification.NONE);
  }

  @Test
  void hostNameIsFoundBehindANameOfAnotherType() {
    Bytes both =
        Hello.names(
            new Bytes().u8(9).sized16(new Bytes().text("x")).u8(0).sized16(new Bytes().text("b")));

    assertThat(sni.everySplit(new Hello().extension(0, both).record())).isEqualTo(Answers.of("b"));
  }

  static List<byte[]> brokenMessages() {
    Bytes name = new Bytes().u8(0).sized16(new Bytes().text("a"));
    return List.of(
        new Hello().version(0x0203).record(),
        new Hello().sessionId(new Bytes().fill(33, 0)).record(),
        new Hello().cipherSuites(new Bytes()).record(),
        new Hello().cipherSuites(new Bytes().fill(3, 0)).record(),
        new Hello().compressions(new Bytes()).record(),
        new Hello().extension(0, new Bytes()).record(),
        new Hello().extension(0, Hello.names(new Bytes())).record(),
        new Hello().extension(0, new Bytes().u16(3).raw(name.array())).record(),
        new Hello().extension(0, new Bytes().u16(5).raw(name.array())).record(),
        new Hello().extension(0, Hello.names(new Bytes().u8(0).u16(9).text("a"))).record(),
        Hello.inRecords(new Bytes().u8(2).sized24(new Bytes().fill(40, 0)).array(), 100),
        Hello.inRecords(new Bytes().u8(1).sized24(new Bytes().u16(0x0303)).array(), 100));
  }

  @ParameterizedTest
  @MethodSource("brokenMessages")
  void messageThatBreaksARuleIsMalformed(byte[] bytes) {
    assertThat(sni.everySplit(bytes)).isInstanceOf(Malformed.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "16 02 00", // a version before SSL 3.0
        "16 03 01 00 00", // an empty record
        "16 03 01 40 01", // a record above 2^14 bytes
        "16 03 01 00 02 01 00 15 03 03 00 02 01 00" // an alert within the message
      })
  void recordThatBreaksARuleIsMalformed(String hex) {
    assertThat(sni.everySplit(Hex.bytes(hex))).isInstanceOf(Malformed.class);
  }

  @Test
  void extensionsThatDoNotFillTheMessageAreMalformed() {
    byte[] bytes = new Hello().name("a.test").record();
    int lengthAt = 5 + 4 + 2 + 32 + 33 + 6 + 2;
    bytes[lengthAt + 1]++;

    assertThat(sni.everySplit(bytes)).isInstanceOf(Malformed.class);
  }

  @ParameterizedTest
  @CsvSource({"GET / HTTP/1.1, without TLS", "SSH-2.0-x, without TLS"})
  void otherProtocolIsMalformedWithAHint(String text, String hint) {
    assertThat(Answers.problem(sni.everySplit(new Bytes().text(text).array()))).contains(hint);
  }

  @Test
  void helloOfSsl2IsMalformedWithAHint() {
    assertThat(Answers.problem(sni.everySplit(Hex.bytes("80 2e 01 03 01 00 15"))))
        .contains("SSL 2.0");
  }

  @Test
  void helloThatGoesOnBeyondTheLimitIsMalformed() {
    byte[] bytes =
        new Hello().extension(21, new Bytes().fill(20_000, 0)).name("late.test").records(16_000);

    assertThat(sni.ask(bytes, SniSource.MAX_BYTES - 1, 0)).isEqualTo(Identification.NEED_MORE);
    assertThat(Answers.problem(sni.ask(bytes, SniSource.MAX_BYTES, 0))).contains("16384");
    assertThat(Answers.problem(sni.ask(bytes, bytes.length, 0))).contains("16384");
  }
}
