package io.ballast.cluster;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A network of IP addresses: an address and a prefix length. An IPv4-mapped IPv6 address belongs to
 * the IPv4 network it names.
 */
public final class Network {
  private static final int MAPPED_PREFIX_BYTES = 12;

  private final byte[] base;
  private final int prefixLength;

  private Network(byte[] base, int prefixLength) {
    this.base = base;
    this.prefixLength = prefixLength;
  }

  /**
   * Reads {@code address/prefix}, or an address alone for the network of that one address.
   *
   * @throws IllegalArgumentException if the text is anything else, or bits behind the prefix are
   *     set
   */
  public static Network parse(String text) {
    int slash = text.indexOf('/');
    byte[] written = literal(slash < 0 ? text : text.substring(0, slash));
    String prefix = slash < 0 ? "" : text.substring(slash + 1);
    if (written == null || (slash >= 0 && !prefix.matches("[0-9]{1,3}"))) {
      throw malformed(text);
    }
    int writtenLength = slash < 0 ? written.length * 8 : Integer.parseInt(prefix);
    if (writtenLength > written.length * 8) {
      throw malformed(text);
    }
    boolean mapped = writtenLength >= 8 * MAPPED_PREFIX_BYTES && isMapped(written);
    byte[] address = mapped ? unmapped(written) : written;
    int length = mapped ? writtenLength - 8 * MAPPED_PREFIX_BYTES : writtenLength;
    Network network = new Network(address, length);
    if (!Arrays.equals(masked(address, length), address)) {
      throw new IllegalArgumentException(
          "network \""
              + text
              + "\": bits behind the prefix are set; write "
              + networkText(address, length));
    }
    return network;
  }

  /**
   * The network of an address.
   *
   * @param prefixLength 0 to 32 for an IPv4 address, IPv4-mapped ones included, else 0 to 128
   */
  public static Network of(InetAddress address, int prefixLength) {
    byte[] bytes = unmapped(address.getAddress());
    if (prefixLength < 0 || prefixLength > 8 * bytes.length) {
      throw new IllegalArgumentException(
          "prefix length " + prefixLength + ": it is 0 to " + 8 * bytes.length);
    }
    return new Network(masked(bytes, prefixLength), prefixLength);
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "network \""
            + text
            + "\": a network is an address and a prefix length, such as 203.0.113.0/24 or"
            + " 2001:db8::/32");
  }

  /** The address that the text writes in digits; empty if it is a name or anything else. */
  public static Optional<InetAddress> address(String text) {
    return Optional.ofNullable(literal(text)).map(Network::inetAddress);
  }

  /** {@link InetAddress#getByName} would ask the name service about what is no address. */
  private static byte[] literal(String text) {
    boolean decorated = text.indexOf('%') >= 0 || text.indexOf('[') >= 0;
    return decorated ? null : NetUtil.createByteArrayFromIpAddressString(text);
  }

  static InetAddress inetAddress(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address of " + bytes.length + " bytes", e);
    }
  }

  private static String networkText(byte[] address, int length) {
    return NetUtil.toAddressString(inetAddress(masked(address, length))) + "/" + length;
  }

  private static byte[] masked(byte[] address, int length) {
    byte[] result = new byte[address.length];
    for (int i = 0; i < address.length; i++) {
      int bits = Math.max(0, Math.min(8, length - 8 * i));
      result[i] = (byte) (address[i] & (0xff00 >> bits));
    }
    return result;
  }

  /** Whether the address is of this network. */
  public boolean contains(InetAddress address) {
    byte[] bytes = unmapped(address.getAddress());
    if (bytes.length != base.length) {
      return false;
    }
    return Arrays.equals(masked(bytes, prefixLength), base);
  }

  /** Whether the address is of any of the networks. */
  public static boolean anyContains(List<Network> networks, InetAddress address) {
    for (Network network : networks) {
      if (network.contains(address)) {
        return true;
      }
    }
    return false;
  }

  /** The four bytes of an IPv4-mapped IPv6 address, any other address as it is. */
  public static byte[] unmapped(byte[] address) {
    return isMapped(address)
        ? Arrays.copyOfRange(address, MAPPED_PREFIX_BYTES, address.length)
        : address;
  }

  private static boolean isMapped(byte[] address) {
    if (address.length != 16 || address[10] != (byte) 0xff || address[11] != (byte) 0xff) {
      return false;
    }
    for (int i = 0; i < 10; i++) {
      if (address[i] != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Network that
        && that.prefixLength == prefixLength
        && Arrays.equals(that.base, base);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(base) + prefixLength;
  }

  @Override
  public String toString() {
    return networkText(base, prefixLength);
  }
}
