package io.ballast.identity;

import io.ballast.cluster.Network;
import io.ballast.cluster.Origin;
import io.ballast.cluster.SetId;
import io.netty.util.NetUtil;
import java.net.InetAddress;

/**
 * Identities made from where a connection comes from. An IPv4-mapped address counts as the IPv4
 * address it holds; an IPv6 address is written as RFC 5952 says, without a scope.
 */
public final class SourceIdentity {
  /** The length of {@code 255.255.255.255:65535}. */
  private static final int LONGEST_IPV4 = 21;

  private SourceIdentity() {}

  /**
   * The client's address or network by {@link IdentitySettings.SourceAddress#DEFAULT}, such as
   * {@code 203.0.113.9} or {@code 2001:db8::/64}.
   */
  public static SetId address(Origin origin) {
    IdentitySettings.SourceAddress lengths = IdentitySettings.SourceAddress.DEFAULT;
    return network(origin, lengths.v4(), lengths.v6());
  }

  /** The network that so many bits of the client's address name, or the address if all count. */
  static SetId network(Origin origin, int v4, int v6) {
    if (origin.isIpv4() && v4 == Integer.SIZE) {
      byte[] text = new byte[LONGEST_IPV4];
      return SetId.of(text, ipv4(text, origin.ipv4()));
    }
    InetAddress address = origin.source().getAddress();
    int bytes = Network.unmapped(address.getAddress()).length;
    int bits = bytes == 4 ? v4 : v6;
    return bits == 8 * bytes ? address(address) : SetId.of(Network.of(address, bits).toString());
  }

  /** An address that was carried to this proxy, in the same form. */
  static SetId address(InetAddress address) {
    return SetId.of(text(address));
  }

  /** The client's address and port, such as {@code 203.0.113.9:4711}. */
  static SetId endpoint(Origin origin) {
    if (origin.isIpv4()) {
      byte[] text = new byte[LONGEST_IPV4];
      int end = ipv4(text, origin.ipv4());
      text[end] = ':';
      return SetId.of(text, decimal(text, end + 1, origin.port()));
    }
    String address = text(origin.source().getAddress());
    String host = address.indexOf(':') >= 0 ? "[" + address + "]" : address;
    return SetId.of(host + ":" + origin.port());
  }

  private static String text(InetAddress address) {
    return NetUtil.bytesToIpAddress(Network.unmapped(address.getAddress()));
  }

  /** Writes an IPv4 address without any object: most connections come from one. */
  private static int ipv4(byte[] text, int address) {
    int end = 0;
    for (int shift = 24; shift >= 0; shift -= Byte.SIZE) {
      if (end > 0) {
        text[end++] = '.';
      }
      end = decimal(text, end, address >>> shift & 0xff);
    }
    return end;
  }

  /** Returns the end of the number. */
  private static int decimal(byte[] text, int from, int number) {
    int last = number < 10 ? from : decimal(text, from, number / 10);
    text[last] = (byte) ('0' + number % 10);
    return last + 1;
  }
}
