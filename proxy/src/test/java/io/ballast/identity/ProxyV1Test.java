package io.ballast.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.identity.ProxyDecoding.Decoded;
import io.ballast.identity.ProxyHeader.Command;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyV1Test {
  private static final String LONGEST_ADDRESS = "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff";

  private final PeekRules<ProxyDecoding> decoder = PeekRules.ofProxyHeader();

  @Test
  void lineIsReadUpToItsEnd() {
    String line = "PROXY TCP4 192.0.2.1 192.0.2.2 0 65535\r\n";

    ProxyHeader header = header(line + "PROXY TCP4 1.1.1.1 1.1.1.1 1 1\r\n");

    assertThat(header.version()).isEqualTo(1);
    assertThat(header.command()).isEqualTo(Command.PROXY);
    assertThat(header.source()).isEqualTo(new InetSocketAddress("192.0.2.1", 0));
    assertThat(header.destination()).isEqualTo(new InetSocketAddress("192.0.2.2", 65_535));
    assertThat(header.length()).isEqualTo(line.length());
    assertThat(header.tlvs()).isEmpty();
  }

  @Test
  void ipv6LineIsRead() {
    ProxyHeader header = header("PROXY TCP6 2001:DB8::1 :: 1000 443\r\n");

    assertThat(header.source()).isEqualTo(new InetSocketAddress("2001:db8::1", 1000));
    assertThat(header.destination()).isEqualTo(new InetSocketAddress("::", 443));
  }

  @Test
  void mappedAddressIsTheIpv4AddressItHolds() {
    ProxyHeader header = header("PROXY TCP6 ::ffff:192.0.2.1 2001:db8::1 1000 443\r\n");

    assertThat(header.source()).isEqualTo(new InetSocketAddress("192.0.2.1", 1000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PROXY UNKNOWN\r\n",
        "PROXY UNKNOWN \r\n",
        "PROXY UNKNOWN anything \n at  all\u0000 TCP4 01.1.1.1\r\n",
        "PROXY UNKNOWN " + LONGEST_ADDRESS + " " + LONGEST_ADDRESS + " 65535 65535\r\n"
      })
  void unknownCarriesNoAddressWhateverStandsBehindIt(String line) {
    ProxyHeader header = header(line + "x");

    assertThat(header.source()).isNull();
    assertThat(header.destination()).isNull();
    assertThat(header.length()).isEqualTo(line.length());
  }

  @Test
  void longestLineIsReadAndOneByteMoreIsMalformed() {
    String rest = LONGEST_ADDRESS + " " + LONGEST_ADDRESS + " 65535 65535";

    assertThat(header("PROXY UNKNOWN " + rest + "\r\n").length()).isEqualTo(107);
    assertThat(problem("PROXY UNKNOWN " + rest + "x\r\n")).contains("107");
    assertThat(problem("PROXY UNKNOWN " + "x".repeat(10_000))).contains("107");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01.2.3.4",
        "1.2.3.04",
        "1.2.3.00",
        "256.1.1.1",
        "1.2.3",
        "1.2.3.4.5",
        "1.2.3.",
        ".1.2.3",
        "1..2.3",
        "0x1.2.3.4",
        "1.2.3.4a",
        "+1.2.3.4",
        "-1.2.3.4",
        "::1",
        "localhost",
        "1",
        "٣.2.3.4"
      })
  void whatIsNoIpv4AddressIsMalformed(String address) {
    assertThat(problem("PROXY TCP4 " + address + " 192.0.2.2 1 2\r\n")).contains("source");
    assertThat(problem("PROXY TCP4 192.0.2.2 " + address + " 1 2\r\n")).contains("destination");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "192.0.2.1",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1::2::3",
        ":::",
        ":1",
        "1:",
        "::12345",
        "1:2:3:4:5:6:7::8",
        "::g",
        "fe80::1%eth0",
        "[::1]",
        "::1.2.3",
        "::01.2.3.4",
        "1.2.3.4::",
        "::1.2.3.4:5",
        "1:2:3:4:5:6:7:1.2.3.4",
        ":"
      })
  void whatIsNoIpv6AddressIsMalformed(String address) {
    assertThat(problem("PROXY TCP6 " + address + " ::1 1 2\r\n")).contains("source");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"00", "01", "0000080", "65536", "99999", "-1", "+1", "1a", "", "0x1", "٣"})
  void whatIsNoPortIsMalformed(String port) {
    assertThat(problem("PROXY TCP4 192.0.2.1 192.0.2.2 " + port + " 2\r\n")).contains("source");
    assertThat(problem("PROXY TCP4 192.0.2.1 192.0.2.2 1 " + port + "\r\n")).contains("destin");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PROXY TCP4 192.0.2.1 192.0.2.2 1\r\n",
        "PROXY TCP4 192.0.2.1 192.0.2.2 1 2 3\r\n",
        "PROXY TCP4 192.0.2.1 192.0.2.2 1 2 \r\n",
        "PROXY TCP4  192.0.2.1 192.0.2.2 1 2\r\n",
        "PROXY  TCP4 192.0.2.1 192.0.2.2 1 2\r\n",
        "PROXY TCP4\t192.0.2.1 192.0.2.2 1 2\r\n",
        "PROXY UDP4 192.0.2.1 192.0.2.2 1 2\r\n",
        "PROXY tcp4 192.0.2.1 192.0.2.2 1 2\r\n",
        "PROXY TCP4 192.0.2.1 192.0.2.2 1 2\n\r\n",
        "PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\r\n",
        "PROXY TCP4 192.0.2.1 192.0.2.2 1 2\rx\n",
        "PROXY UNKNOWNX\r\n",
        "PROXY \r\n",
        "PROXY\r\n",
        "proxy TCP4 192.0.2.1 192.0.2.2 1 2\r\n",
        "GET / HTTP/1.1\r\n",
        "POST / HTTP/1.1\r\n"
      })
  void lineOfAnotherFormIsMalformed(String line) {
    assertThat(problem(line)).isNotEmpty();
  }

  @Test
  void lineFeedAloneDoesNotEndALine() {
    assertThat(decoder.everySplit(bytes("PROXY TCP4 192.0.2.1 192.0.2.2 1 2\n")))
        .isEqualTo(ProxyDecoding.NEED_MORE);
  }

  private ProxyHeader header(String text) {
    ProxyDecoding decoding = decoder.everySplit(bytes(text));
    assertThat(decoding).isInstanceOf(Decoded.class);
    return ((Decoded) decoding).header();
  }

  private String problem(String text) {
    return Answers.problem(decoder.everySplit(bytes(text)));
  }

  private static byte[] bytes(String text) {
    return new Bytes().text(text).array();
  }
}
