package io.ballast.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.identity.ProxyDecoding.Decoded;
import io.ballast.identity.ProxyHeader.Command;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyV2Test {
  private static final int AUTHORITY = 0x02;
  private static final int UNIQUE_ID = 0x05;
  private static final int SSL = 0x20;

  private final PeekRules<ProxyDecoding> decoder = PeekRules.ofProxyHeader();

  static List<Captures.Capture> captures() {
    return Captures.of("proxy");
  }

  @ParameterizedTest
  @MethodSource("captures")
  void headersOfRealProxiesAreReadHoweverTheirBytesCome(Captures.Capture capture) {
    ProxyHeader header = header(capture.bytes());

    String source =
        header.command() == Command.LOCAL ? "LOCAL" : header.source().getAddress().getHostAddress();
    assertThat(source).isEqualTo(capture.answer());
    byte[] behind = capture.bytes();
    assertThat(
            new String(
                behind, header.length(), behind.length - header.length(), StandardCharsets.UTF_8))
        .isIn("hello", "");
  }

  @Test
  void partsThatHaproxySendsAreKept() {
    ProxyHeader header = header(capture("proxy-haproxy-v2-tlvs"));

    assertThat(text(header, ProxyTlv.AUTHORITY)).isEqualTo("sni.example.org");
    assertThat(text(header, ProxyTlv.CLIENT_CN)).isEqualTo("client-cert-1");
    assertThat(text(header, ProxyTlv.UNIQUE_ID)).startsWith("id-").hasSize(39);
    assertThat(header.tlv(ProxyTlv.SET)).isEmpty();
  }

  @Test
  void addressesAndLengthAreRead() {
    byte[] bytes = new Bytes().raw(ProxyV2Bytes.tcp4().array()).fill(99, 0x0d).array();

    ProxyHeader header = header(bytes);

    assertThat(header.version()).isEqualTo(2);
    assertThat(header.source()).isEqualTo(new InetSocketAddress("192.0.2.1", 1000));
    assertThat(header.destination()).isEqualTo(new InetSocketAddress("192.0.2.2", 2000));
    assertThat(header.length()).isEqualTo(28);
  }

  @Test
  void localIsAcceptedWhateverItsFamilyAndBlock() {
    for (ProxyV2Bytes bytes :
        List.of(
            ProxyV2Bytes.ofFamily(0, 0),
            ProxyV2Bytes.ofFamily(0xff, 77),
            ProxyV2Bytes.ofFamily(0x11, 3),
            ProxyV2Bytes.tcp4().tlv(UNIQUE_ID, "x"))) {
      ProxyHeader header = header(bytes.versionAndCommand(0x20).array());

      assertThat(header.command()).isEqualTo(Command.LOCAL);
      assertThat(header.source()).isNull();
      assertThat(header.tlvs()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0x00, 0x01, 0x02, 0x10, 0x20, 0x30})
  void unspecifiedFamilyOrProtocolCarriesNoAddress(int family) {
    ProxyHeader header = header(ProxyV2Bytes.ofFamily(family, 5).array());

    assertThat(header.command()).isEqualTo(Command.PROXY);
    assertThat(header.source()).isNull();
    assertThat(header.length()).isEqualTo(21);
  }

  @ParameterizedTest
  @ValueSource(ints = {0x12, 0x22, 0x31, 0x32})
  void datagramsAndUnixSocketsCarryNoAddressButTheirParts(int family) {
    int addresses =
        switch (family >> 4) {
          case 1 -> 12;
          case 2 -> 36;
          default -> 216;
        };

    ProxyHeader header =
        header(ProxyV2Bytes.ofFamily(family, addresses).tlv(UNIQUE_ID, "u").array());

    assertThat(header.source()).isNull();
    assertThat(text(header, ProxyTlv.UNIQUE_ID)).isEqualTo("u");
  }

  @ParameterizedTest
  @ValueSource(ints = {0x40, 0x41, 0xf1, 0x13, 0x1f, 0xff})
  void unknownFamilyOrProtocolIsMalformed(int family) {
    assertThat(problem(ProxyV2Bytes.ofFamily(family, 12).array())).contains("family");
  }

  @ParameterizedTest
  @ValueSource(ints = {0x22, 0x2f, 0x11, 0x31, 0x01, 0xf1})
  void unknownVersionOrCommandIsMalformed(int versionAndCommand) {
    byte[] bytes = ProxyV2Bytes.tcp4().versionAndCommand(versionAndCommand).array();

    assertThat(problem(bytes)).contains("version");
  }

  @Test
  void headerTooShortForItsAddressesIsMalformed() {
    assertThat(problem(ProxyV2Bytes.ofFamily(ProxyV2Bytes.TCP4, 11).array())).contains("28");
    assertThat(problem(ProxyV2Bytes.ofFamily(ProxyV2Bytes.TCP6, 35).array())).contains("52");
    assertThat(problem(ProxyV2Bytes.ofFamily(ProxyV2Bytes.UNIX_STREAM, 215).array()))
        .contains("232");
  }

  @Test
  void unknownPartsArePassedOverToExactlyTheirLength() {
    byte[] bytes =
        ProxyV2Bytes.tcp4()
            .tlv(0x01, "h2")
            .tlv(0x04, "")
            .tlv(0xea, "\u0002\u0000\u0003abc")
            .tlv(0x22, "not within the TLS part")
            .tlv(UNIQUE_ID, "first")
            .tlv(UNIQUE_ID, "second")
            .tlv(AUTHORITY, "")
            .tlv(0xe5, "set-1")
            .array();

    ProxyHeader header = header(new Bytes().raw(bytes).text("behind").array());

    assertThat(header.length()).isEqualTo(bytes.length);
    assertThat(text(header, ProxyTlv.UNIQUE_ID)).isEqualTo("first");
    assertThat(text(header, ProxyTlv.SET)).isEqualTo("set-1");
    assertThat(text(header, ProxyTlv.AUTHORITY)).isEmpty();
    assertThat(header.tlv(ProxyTlv.CLIENT_CN)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"05", "0500", "050001", "0500024141 05", "04ffff", "20000407000000"})
  void partThatDoesNotFitIsMalformed(String hex) {
    assertThat(problem(ProxyV2Bytes.tcp4().raw(hex).array())).contains("part");
  }

  @Test
  void commonNameIsKeptOnlyOfAVerifiedCertificate() {
    byte[] verified = ProxyV2Bytes.tcp4().tlv(SSL, ProxyV2Bytes.ssl(0, "phone-1")).array();
    byte[] unverified = ProxyV2Bytes.tcp4().tlv(SSL, ProxyV2Bytes.ssl(18, "phone-1")).array();

    assertThat(text(header(verified), ProxyTlv.CLIENT_CN)).isEqualTo("phone-1");
    assertThat(header(unverified).tlv(ProxyTlv.CLIENT_CN)).isEmpty();
  }

  @Test
  void brokenPartWithinTheTlsPartIsMalformed() {
    Bytes ssl = new Bytes().u8(7).u32(0).u8(0x22).u16(9).text("short");

    assertThat(problem(ProxyV2Bytes.tcp4().tlv(SSL, ssl).array())).contains("part");
    assertThat(problem(ProxyV2Bytes.tcp4().tlv(SSL, new Bytes().fill(4, 0)).array()))
        .contains("TLS part");
  }

  @Test
  void checksumIsVerifiedWhereverItStands() {
    byte[] bytes = ProxyV2Bytes.tcp4().tlv(UNIQUE_ID, "a").checksum().tlv(0x04, "b").array();
    int checksumType = 16 + 12 + 4;
    assertThat(bytes[checksumType]).isEqualTo((byte) 0x03);
    assertThat(text(header(bytes), ProxyTlv.UNIQUE_ID)).isEqualTo("a");

    for (int at = 16; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] = (byte) (damaged[at] ^ 0x40);

      if (at != checksumType) {
        assertThat(decoder.everySplit(damaged)).isInstanceOf(ProxyDecoding.Malformed.class);
      }
    }
  }

  @Test
  void checksumOfAnotherLengthIsMalformed() {
    assertThat(problem(ProxyV2Bytes.tcp4().tlv(0x03, "abc").array())).contains("checksum");
  }

  @Test
  void headerLongerThanTheLimitIsMalformedAtOnce() {
    int rest = ProxyHeaderDecoder.MAX_BYTES - 16 - 12 - 3;
    byte[] longest = ProxyV2Bytes.tcp4().tlv(0x04, new Bytes().fill(rest, 0)).array();
    byte[] longer = ProxyV2Bytes.tcp4().tlv(0x04, new Bytes().fill(rest + 1, 0)).array();

    assertThat(decoder.ask(longest, longest.length - 1, 0)).isEqualTo(ProxyDecoding.NEED_MORE);
    assertThat(decoder.ask(longest, longest.length, 0)).isInstanceOf(Decoded.class);
    assertThat(Answers.problem(decoder.ask(longer, 16, 0))).contains("16384");
  }

  @Test
  void valueCannotBeChangedByItsReader() {
    ProxyHeader header = header(ProxyV2Bytes.tcp4().tlv(UNIQUE_ID, "a").array());
    header.tlv(ProxyTlv.UNIQUE_ID).orElseThrow()[0] = 'b';
    header.tlvs().get(ProxyTlv.UNIQUE_ID).position(1);

    assertThat(text(header, ProxyTlv.UNIQUE_ID)).isEqualTo("a");
  }

  private ProxyHeader header(byte[] bytes) {
    ProxyDecoding decoding = decoder.everySplit(bytes);
    assertThat(decoding).isInstanceOf(Decoded.class);
    return ((Decoded) decoding).header();
  }

  private String problem(byte[] bytes) {
    return Answers.problem(decoder.everySplit(bytes));
  }

  private static String text(ProxyHeader header, ProxyTlv tlv) {
    return new String(header.tlv(tlv).orElseThrow(), StandardCharsets.UTF_8);
  }

  private static byte[] capture(String name) {
    return captures().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow().bytes();
  }
}
