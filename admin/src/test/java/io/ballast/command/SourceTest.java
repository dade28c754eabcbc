package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class SourceTest {
  @Test
  void sourceOfAnIpv6AddressIsItsNetwork() throws IOException {
    assertThat(Source.of(InetAddress.getByName("2001:db8::1:2:3:4")))
        .isEqualTo(Source.of(InetAddress.getByName("2001:db8::9")))
        .isNotEqualTo(Source.of(InetAddress.getByName("2001:db8:0:1::9")));
    assertThat(Source.of(InetAddress.getByName("192.0.2.1"))).isEqualTo("192.0.2.1");
  }
}
