package io.ballast.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Origin;
import io.ballast.cluster.SetId;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SourceIdentityTest {
  private static SetId identity(IdentitySettings settings, InetAddress address, int port) {
    IdentitySource source = settings.source();
    assertThat(source.maxBytes()).isZero();
    Origin origin = new Origin("sets", new InetSocketAddress(address, port));
    Identification answer = source.identify(origin, ByteBuffer.allocate(0));
    return ((Identification.Identified) answer).set();
  }

  private static InetAddress address(String text) {
    return new InetSocketAddress(text, 0).getAddress();
  }

  private static InetAddress mapped() throws UnknownHostException {
    byte[] bytes = new byte[16];
    bytes[10] = (byte) 0xff;
    bytes[11] = (byte) 0xff;
    bytes[12] = (byte) 192;
    bytes[14] = 2;
    bytes[15] = 9;
    return Inet6Address.getByAddress(null, bytes, -1);
  }

  @Test
  void addressIsTheIdentityAndThePortIsNot() {
    IdentitySettings settings = IdentitySettings.SourceAddress.DEFAULT;
    assertThat(identity(settings, address("192.0.2.9"), 1)).isEqualTo(SetId.of("192.0.2.9"));
    assertThat(identity(settings, address("192.0.2.9"), 2)).isEqualTo(SetId.of("192.0.2.9"));
    assertThat(settings.source().affine()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "9.10.99.100", "192.0.2.9", "255.255.255.255"})
  void fourthVersionIsWrittenInDecimals(String address) {
    IdentitySettings endpoint = new IdentitySettings.SourceEndpoint();
    assertThat(identity(IdentitySettings.SourceAddress.DEFAULT, address(address), 7))
        .isEqualTo(SetId.of(address));
    for (int port : new int[] {0, 9, 10, 4711, 65535}) {
      assertThat(identity(endpoint, address(address), port))
          .isEqualTo(SetId.of(address + ":" + port));
    }
  }

  @Test
  void sixthVersionIsWrittenShort() {
    assertThat(identity(new IdentitySettings.SourceAddress(32, 128), address("2001:DB8:0:0::9"), 1))
        .isEqualTo(SetId.of("2001:db8::9"));
  }

  @Test
  void hostThatChangesItsSixthVersionAddressStaysTheSameSet() {
    IdentitySettings settings = IdentitySettings.SourceAddress.DEFAULT;
    assertThat(identity(settings, address("2001:db8:1:2:3:4:5:6"), 1))
        .isEqualTo(SetId.of("2001:db8:1:2::/64"))
        .isEqualTo(identity(settings, address("2001:db8:1:2::9"), 1));
  }

  @Test
  void networkIsTheIdentityWhereNotAllBitsCount() throws UnknownHostException {
    IdentitySettings settings = new IdentitySettings.SourceAddress(23, 47);
    assertThat(identity(settings, address("192.0.3.9"), 1)).isEqualTo(SetId.of("192.0.2.0/23"));
    assertThat(identity(settings, mapped(), 1)).isEqualTo(SetId.of("192.0.2.0/23"));
    assertThat(identity(settings, address("2001:db8:3::9"), 1))
        .isEqualTo(SetId.of("2001:db8:2::/47"));
  }

  @Test
  void mappedAddressIsTheOneItHolds() throws UnknownHostException {
    assertThat(identity(IdentitySettings.SourceAddress.DEFAULT, mapped(), 1))
        .isEqualTo(SetId.of("192.0.2.9"));
    assertThat(identity(new IdentitySettings.SourceEndpoint(), mapped(), 1))
        .isEqualTo(SetId.of("192.0.2.9:1"));
  }

  @Test
  void endpointIsAddressAndPortAndNeverTheSameAgain() {
    IdentitySettings settings = new IdentitySettings.SourceEndpoint();
    assertThat(identity(settings, address("192.0.2.9"), 65_535))
        .isEqualTo(SetId.of("192.0.2.9:65535"));
    assertThat(identity(settings, address("2001:db8::9"), 80))
        .isEqualTo(SetId.of("[2001:db8::9]:80"));
    assertThat(settings.source().affine()).isFalse();
  }
}
