package io.ballast.cluster;

import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Where a connection came from: what is known of it before its first byte. Immutable. Each live
 * session has one, so an IPv4 address is kept as its four bytes: as an {@link InetSocketAddress} it
 * would be four objects.
 */
public final class Origin {
  private final String listener;
  // Any but a plain IPv4 address with its port; null for one of those.
  private final InetSocketAddress other;
  private final int ipv4;
  private final char port;

  /**
   * @param listener the name of the listener that accepted it
   * @param source the client's address and port
   */
  public Origin(String listener, InetSocketAddress source) {
    this.listener = listener;
    if (source != null && source.getAddress() instanceof Inet4Address plain) {
      other = null;
      ipv4 = ByteBuffer.wrap(plain.getAddress()).getInt();
      port = (char) source.getPort();
    } else {
      other = source;
      ipv4 = 0;
      port = 0;
    }
  }

  /**
   * From an IPv4 address.
   *
   * @param listener the name of the listener that accepted it
   * @param ipv4 the client's address, the first of its four bytes on top
   * @param port the client's port
   */
  public Origin(String listener, int ipv4, int port) {
    this.listener = listener;
    this.other = null;
    this.ipv4 = ipv4;
    this.port = (char) port;
  }

  /** The name of the listener that accepted it. */
  public String listener() {
    return listener;
  }

  /** Whether the client's address is one of IPv4, all of which {@link #ipv4} tells. */
  public boolean isIpv4() {
    return other == null;
  }

  /** The client's IPv4 address, the first of its four bytes on top; 0 if it has another. */
  public int ipv4() {
    return ipv4;
  }

  /** The client's port. */
  public int port() {
    return other == null ? port : other.getPort();
  }

  /**
   * The client's address and port, without a host name that a look-up gave; made for the caller.
   */
  public InetSocketAddress source() {
    if (other != null) {
      return other;
    }
    byte[] bytes = ByteBuffer.allocate(Integer.BYTES).putInt(ipv4).array();
    return new InetSocketAddress(Network.inetAddress(bytes), port);
  }

  @Override
  public boolean equals(Object that) {
    return that instanceof Origin origin
        && origin.listener.equals(listener)
        && Objects.equals(origin.other, other)
        && origin.ipv4 == ipv4
        && origin.port == port;
  }

  @Override
  public int hashCode() {
    return Objects.hash(listener, other, ipv4, (int) port);
  }

  @Override
  public String toString() {
    return listener + " from " + source();
  }
}
