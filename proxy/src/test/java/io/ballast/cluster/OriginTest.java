package io.ballast.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OriginTest {
  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, 0",
    "203.0.113.255, 65535",
    "128.0.0.1, 32768",
    "::, 0",
    "2001:db8::ff, 65535"
  })
  void sourceIsTheAddressThatCameIn(String address, int port) {
    InetSocketAddress source = new InetSocketAddress(Network.address(address).orElseThrow(), port);
    assertThat(new Origin("sets", source).source()).isEqualTo(source);
    assertThat(new Origin("sets", source)).isEqualTo(new Origin("sets", source));
    assertThat(new Origin("sets", source)).hasSameHashCodeAs(new Origin("sets", source));
  }

  @Test
  void fourthVersionMayBeGivenAsItsBits() {
    Origin origin = new Origin("sets", 0xcb00_71ff, 65535);
    assertThat(origin).isEqualTo(new Origin("sets", new InetSocketAddress("203.0.113.255", 65535)));
    assertThat(origin.isIpv4()).isTrue();
    assertThat(origin.ipv4()).isEqualTo(0xcb00_71ff);
    assertThat(origin.port()).isEqualTo(65535);
  }

  @Test
  void sixthVersionIsNoBits() {
    Origin origin =
        new Origin("sets", new InetSocketAddress(Network.address("2001:db8::1").orElseThrow(), 9));
    assertThat(origin.isIpv4()).isFalse();
    assertThat(origin.port()).isEqualTo(9);
  }

  @Test
  void originsDifferByListenerAddressAndPort() {
    Origin one = new Origin("sets", new InetSocketAddress("192.0.2.1", 1));
    assertThat(one)
        .isNotEqualTo(new Origin("others", new InetSocketAddress("192.0.2.1", 1)))
        .isNotEqualTo(new Origin("sets", new InetSocketAddress("192.0.2.2", 1)))
        .isNotEqualTo(new Origin("sets", new InetSocketAddress("192.0.2.1", 2)))
        .isNotEqualTo(
            new Origin("sets", new InetSocketAddress(Network.address("::1").orElseThrow(), 1)));
  }

  @Test
  void hostWithoutAnAddressStaysWhatItIs() {
    InetSocketAddress unresolved = InetSocketAddress.createUnresolved("client.test", 5);
    assertThat(new Origin("sets", unresolved).source()).isSameAs(unresolved);
  }
}
