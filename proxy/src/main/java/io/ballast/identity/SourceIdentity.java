package io.ballast.identity;

import io.ballast.cluster.Network;
import io.ballast.cluster.Origin;
import io.ballast.cluster.SetId;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Identities made from where a connection comes from. An IPv4-mapped address counts as the IPv4
 * address it holds; an IPv6 address is written as RFC 5952 says, without a scope.
 */
public final class SourceIdentity {
  private SourceIdentity() {}

  /**
   * The client's address or network by {@link IdentitySettings.SourceAddress#DEFAULT}, such as
   * {@code 203.0.113.9} or {@code 2001:db8::/64}.
   */
  public static SetId address(Origin origin) {
    IdentitySettings.SourceAddress lengths = IdentitySettings.SourceAddress.DEFAULT;
    return network(origin.source().getAddress(), lengths.v4(), lengths.v6());
  }

  /** The network that so many bits of an address name, or the address itself if all count. */
  static SetId network(InetAddress address, int v4, int v6) {
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
    InetSocketAddress source = origin.source();
    String address = text(source.getAddress());
    String host = address.indexOf(':') >= 0 ? "[" + address + "]" : address;
    return SetId.of(host + ":" + source.getPort());
  }

  private static String text(InetAddress address) {
    return NetUtil.bytesToIpAddress(Network.unmapped(address.getAddress()));
  }
}
