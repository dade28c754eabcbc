package io.ballast.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.identity.Identification.Malformed;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ProxyProtocolSourceTest {
  private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);

  @ParameterizedTest
  @CsvSource({
    "ADDRESS, 192.0.2.1",
    "AUTHORITY, db.example.org",
    "UNIQUE_ID, Unique-1",
    "CLIENT_CN, Phone 1",
    "SET, set-1"
  })
  void eachPartIsAnIdentity(ProxyIdentity part, String identity) {
    byte[] bytes =
        ProxyV2Bytes.tcp4()
            .tlv(0x02, "DB.example.org.")
            .tlv(0x05, "Unique-1")
            .tlv(0x20, ProxyV2Bytes.ssl(0, "Phone 1"))
            .tlv(0xe5, "set-1")
            .array();

    assertThat(identity(part, bytes)).isEqualTo(Answers.of(identity));
  }

  @ParameterizedTest
  @EnumSource(ProxyIdentity.class)
  void headerThatSpeaksForItsSenderNamesNoSet(ProxyIdentity part) {
    byte[] local = ProxyV2Bytes.tcp4().tlv(0x05, "u").versionAndCommand(0x20).array();
    byte[] unknown = new Bytes().text("PROXY UNKNOWN\r\n").array();

    assertThat(identity(part, local)).isEqualTo(Identification.NONE);
    assertThat(identity(part, unknown)).isEqualTo(Identification.NONE);
  }

  @ParameterizedTest
  @EnumSource(value = ProxyIdentity.class, names = "ADDRESS", mode = EnumSource.Mode.EXCLUDE)
  void missingOrEmptyPartNamesNoSet(ProxyIdentity part) {
    byte[] empty =
        ProxyV2Bytes.tcp4()
            .tlv(0x02, "")
            .tlv(0x05, "")
            .tlv(0x20, ProxyV2Bytes.ssl(0, ""))
            .tlv(0xe5, "")
            .array();

    assertThat(identity(part, ProxyV2Bytes.tcp4().array())).isEqualTo(Identification.NONE);
    assertThat(identity(part, empty)).isEqualTo(Identification.NONE);
  }

  @ParameterizedTest
  @EnumSource(ProxyIdentity.class)
  void connectionWithoutAHeaderNamesNoSet(ProxyIdentity part) {
    IdentitySource source = new IdentitySettings.ProxyProtocol(part).source();

    assertThat(source.maxBytes()).isZero();
    assertThat(source.identify(PeekRules.ORIGIN, NO_BYTES)).isEqualTo(Identification.NONE);
  }

  @ParameterizedTest
  @EnumSource(value = ProxyIdentity.class, names = "ADDRESS", mode = EnumSource.Mode.EXCLUDE)
  void partWithControlCharactersOrTooLongIsMalformed(ProxyIdentity part) {
    assertThat(identity(part, all("a\nb"))).isInstanceOf(Malformed.class);
    assertThat(identity(part, all("a".repeat(1024)))).isEqualTo(Answers.of("a".repeat(1024)));
    assertThat(identity(part, all("a".repeat(1025)))).isInstanceOf(Malformed.class);
  }

  @Test
  void addressOfIpv6IsWrittenAsASourceAddressIs() {
    byte[] bytes = new Bytes().text("PROXY TCP6 2001:DB8:0:0::9 ::1 1 2\r\n").array();
    byte[] mapped = new Bytes().text("PROXY TCP6 ::ffff:192.0.2.9 ::1 1 2\r\n").array();

    assertThat(identity(ProxyIdentity.ADDRESS, bytes)).isEqualTo(Answers.of("2001:db8::9"));
    assertThat(identity(ProxyIdentity.ADDRESS, mapped)).isEqualTo(Answers.of("192.0.2.9"));
  }

  @Test
  void otherSourcesDoNotLookAtTheHeader() {
    ProxyHeader header = decoded(ProxyV2Bytes.tcp4().array());
    IdentitySource sni = new IdentitySettings.Sni().source();

    assertThat(sni.after(header)).isSameAs(sni);
  }

  private static byte[] all(String text) {
    return ProxyV2Bytes.tcp4()
        .tlv(0x02, text)
        .tlv(0x05, text)
        .tlv(0x20, ProxyV2Bytes.ssl(0, text))
        .tlv(0xe5, text)
        .array();
  }

  private static Identification identity(ProxyIdentity part, byte[] bytes) {
    return new IdentitySettings.ProxyProtocol(part)
        .source()
        .after(decoded(bytes))
        .identify(PeekRules.ORIGIN, NO_BYTES);
  }

  private static ProxyHeader decoded(byte[] bytes) {
    return ((ProxyDecoding.Decoded) ProxyHeaderDecoder.decode(ByteBuffer.wrap(bytes))).header();
  }
}
