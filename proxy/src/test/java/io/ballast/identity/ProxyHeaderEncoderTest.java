package io.ballast.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ballast.cluster.SetId;
import io.ballast.fuzz.Hex;
import io.ballast.identity.ProxyDecoding.Decoded;
import io.ballast.identity.ProxyHeader.Command;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProxyHeaderEncoderTest {
  private static final SetId SET = SetId.of("set-1");
  private static final byte[] UNIQUE_ID = {'u', '-', '1'};
  private static final InetSocketAddress V4 = new InetSocketAddress("192.0.2.1", 1000);
  private static final InetSocketAddress OTHER_V4 = new InetSocketAddress("192.0.2.2", 443);
  private static final InetSocketAddress V6 = new InetSocketAddress("2001:db8::1", 65_535);

  @Test
  void lineOfVersion1IsTheOneThatTheSpecificationDescribes() {
    assertThat(v1(V4, OTHER_V4)).isEqualTo("PROXY TCP4 192.0.2.1 192.0.2.2 1000 443\r\n");
    assertThat(v1(V6, V6))
        .isEqualTo("PROXY TCP6 2001:db8:0:0:0:0:0:1 2001:db8:0:0:0:0:0:1 65535 65535\r\n");
  }

  @Test
  void addressesOfTwoFamiliesAreBothWrittenAsIpv6() {
    assertThat(v1(V4, V6))
        .isEqualTo("PROXY TCP6 0:0:0:0:0:ffff:c000:201 2001:db8:0:0:0:0:0:1 1000 65535\r\n");
    ProxyHeader header = decoded(ProxyHeaderEncoder.v2(V6, V4, UNIQUE_ID, SET));
    assertThat(header.source()).isEqualTo(V6);
    assertThat(header.destination()).isEqualTo(V4);
  }

  @Test
  void headerOfVersion2IsTheOneThatTheSpecificationDescribes() {
    assertThat(Hex.text(ProxyHeaderEncoder.v2(V4, OTHER_V4, UNIQUE_ID, SET)))
        .isEqualTo(
            "0d0a0d0a000d0a515549540a" // signature
                + "2111001a" // version 2, PROXY; TCP over IPv4; 26 bytes
                + "c0000201c000020203e801bb"
                + "050003752d31" // unique id
                + "e500057365742d31"); // set
  }

  @Test
  void everyHeaderIsReadAsItWasWritten() throws UnknownHostException {
    long seed = 2200;
    System.out.println("PROXY headers from seed " + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      InetSocketAddress source = endpoint(random);
      InetSocketAddress destination = endpoint(random);
      byte[] uniqueId = bytes(random, random.nextInt(ProxyHeaderEncoder.MAX_UNIQUE_ID + 1));
      SetId set = SetId.of(bytes(random, 1 + random.nextInt(SetId.MAX_LENGTH)));

      ProxyHeader first = decoded(ProxyHeaderEncoder.v1(source, destination));
      ProxyHeader second = decoded(ProxyHeaderEncoder.v2(source, destination, uniqueId, set));

      assertThat(first.source()).isEqualTo(source);
      assertThat(first.destination()).isEqualTo(destination);
      assertThat(second.command()).isEqualTo(Command.PROXY);
      assertThat(second.source()).isEqualTo(source);
      assertThat(second.destination()).isEqualTo(destination);
      assertThat(second.tlv(ProxyTlv.UNIQUE_ID)).contains(uniqueId);
      assertThat(second.tlv(ProxyTlv.SET)).contains(set.bytes());
    }
  }

  @Test
  void scopeOfALinkLocalAddressStaysBehind() throws UnknownHostException {
    InetAddress address = InetAddress.getByName("fe80::1%1");

    assertThat(v1(new InetSocketAddress(address, 1), V6))
        .startsWith("PROXY TCP6 fe80:0:0:0:0:0:0:1 ");
  }

  @Test
  void nameInsteadOfAnAddressIsRefused() {
    InetSocketAddress name = InetSocketAddress.createUnresolved("hub.test", 1);

    assertThatThrownBy(() -> ProxyHeaderEncoder.v1(name, V4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hub.test");
    assertThatThrownBy(() -> ProxyHeaderEncoder.v2(V4, name, UNIQUE_ID, SET))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void tooLongAUniqueIdIsRefused() {
    assertThatThrownBy(() -> ProxyHeaderEncoder.v2(V4, V4, new byte[129], SET))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("129");
  }

  private static String v1(InetSocketAddress source, InetSocketAddress destination) {
    return new String(ProxyHeaderEncoder.v1(source, destination), StandardCharsets.US_ASCII);
  }

  private static ProxyHeader decoded(byte[] bytes) {
    ProxyDecoding decoding = ProxyHeaderDecoder.decode(ByteBuffer.wrap(bytes));
    assertThat(decoding).isInstanceOf(Decoded.class);
    ProxyHeader header = ((Decoded) decoding).header();
    assertThat(header.length()).isEqualTo(bytes.length);
    return header;
  }

  private static InetSocketAddress endpoint(Random random) throws UnknownHostException {
    byte[] address = bytes(random, random.nextBoolean() ? 4 : 16);
    return new InetSocketAddress(InetAddress.getByAddress(address), random.nextInt(0x10000));
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
