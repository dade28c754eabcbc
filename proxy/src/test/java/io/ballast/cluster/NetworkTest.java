package io.ballast.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks of both families, and what belongs to them. */
class NetworkTest {
  private static InetAddress ip(String text) {
    return Network.address(text).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "203.0.113.0/24, 203.0.113.255, true",
    "203.0.113.0/24, 203.0.114.0, false",
    "10.0.0.1, 10.0.0.1, true",
    "10.0.0.1, 10.0.0.2, false",
    "0.0.0.0/0, 255.255.255.255, true",
    "0.0.0.0/0, 2001:db8::1, false",
    "10.0.0.128/25, 10.0.0.127, false",
    "2001:db8::/32, 2001:db8:ffff::1, true",
    "2001:db8::/32, 2001:db9::1, false",
    "::/0, 2001:db8::1, true",
    "::/0, 10.0.0.1, false",
    "::1, ::1, true",
    "203.0.113.0/24, ::ffff:203.0.113.9, true",
    "::ffff:203.0.113.0/120, 203.0.113.9, true",
    "::ffff:203.0.113.0/120, 203.0.114.9, false",
    "::ffff:0:0/96, 10.0.0.1, true"
  })
  void addressesBelongByTheirPrefix(String network, String address, boolean belongs) {
    assertThat(Network.parse(network).contains(ip(address))).isEqualTo(belongs);
  }

  @Test
  void onlyMappedAddressesAreUnmapped() {
    byte[] mapped = new byte[16];
    mapped[10] = (byte) 0xff;
    mapped[11] = (byte) 0xff;
    mapped[12] = 10;
    assertThat(Network.unmapped(mapped)).containsExactly(10, 0, 0, 0);
    mapped[0] = 1;
    assertThat(Network.unmapped(mapped)).isSameAs(mapped);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "example.org",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/",
        "10.0.0/8",
        "1.2.3.400",
        "1.2.3.4.5",
        "10.0.0.0/8/8",
        "2001:db8::/129",
        "fe80::1%eth0",
        "[::1]/128",
        ":",
        "10.0.0.0/0008"
      })
  void anythingElseIsRefusedWithAnExample(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Network.parse(text))
        .withMessageStartingWith("network \"" + text + "\": ")
        .withMessageContaining("203.0.113.0/24");
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1/8, 10.0.0.0/8",
    "2001:db8::1/32, 2001:db8::/32",
    "::ffff:10.1.2.3/104, 10.0.0.0/8"
  })
  void bitsBehindThePrefixAreRefusedWithTheNetworkMeant(String text, String meant) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Network.parse(text))
        .withMessageEndingWith("write " + meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0/8", "2001:db8::/32", "::/0", "::1/128", "1.2.3.4/32"})
  void textIsReadBackAsTheSameNetwork(String text) {
    Network network = Network.parse(text);
    assertThat(network).hasToString(text).isEqualTo(Network.parse(network.toString()));
    assertThat(network).hasSameHashCodeAs(Network.parse(text));
  }

  @Test
  void networksOfOtherPrefixesDiffer() {
    assertThat(Network.parse("10.0.0.0/8")).isNotEqualTo(Network.parse("10.0.0.0/9"));
    assertThat(Network.parse("0.0.0.0/0")).isNotEqualTo(Network.parse("::/0"));
  }

  @Test
  void membershipIsThatOfTheHighBits() throws UnknownHostException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      int bytes = random.nextBoolean() ? 4 : 16;
      int prefix = random.nextInt(bytes * 8 + 1);
      BigInteger address = new BigInteger(bytes * 8, random);
      BigInteger near = address.xor(BigInteger.ONE.shiftLeft(random.nextInt(bytes * 8)));
      BigInteger base = address.shiftRight(bytes * 8 - prefix).shiftLeft(bytes * 8 - prefix);
      Network network = Network.parse(inet(base, bytes).getHostAddress() + "/" + prefix);
      boolean expected =
          near.shiftRight(bytes * 8 - prefix).equals(base.shiftRight(bytes * 8 - prefix));
      assertThat(network.contains(inet(near, bytes)))
          .as("seed %d: %s in %s", seed, inet(near, bytes), network)
          .isEqualTo(expected);
    }
  }

  private static InetAddress inet(BigInteger value, int bytes) throws UnknownHostException {
    byte[] all = new byte[bytes];
    byte[] raw = value.toByteArray();
    int length = Math.min(raw.length, bytes);
    System.arraycopy(raw, raw.length - length, all, bytes - length, length);
    return InetAddress.getByAddress(all);
  }
}
