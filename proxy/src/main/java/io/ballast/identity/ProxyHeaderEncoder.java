package io.ballast.identity;

import io.ballast.cluster.SetId;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;

/**
 * Writes the PROXY protocol header that tells a node whose connection it serves ("The PROXY
 * protocol", HAProxy Technologies, 2020/03/05, section 2). If only one of the addresses is IPv6,
 * the other is written as an IPv4-mapped one, since a header has one family.
 */
public final class ProxyHeaderEncoder {
  /** The longest unique id, in bytes (section 2.2.5). */
  public static final int MAX_UNIQUE_ID = 128;

  private static final int IPV4_BYTES = 4;
  private static final int IPV6_BYTES = 16;
  private static final int MAPPED_PREFIX = 10;

  private ProxyHeaderEncoder() {}

  /**
   * The line of version 1.
   *
   * @param source the client's address, as the client itself has it
   * @param destination the address that it connected to
   * @throws IllegalArgumentException if an address is not resolved
   */
  public static byte[] v1(InetSocketAddress source, InetSocketAddress destination) {
    boolean v4 = areV4(source, destination);
    String line =
        "%s%s %s %s %d %d\r\n"
            .formatted(
                ProxyV1.START,
                v4 ? "TCP4" : "TCP6",
                text(address(source, v4)),
                text(address(destination, v4)),
                source.getPort(),
                destination.getPort());
    return line.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * The header of version 2, with parts {@link ProxyTlv#UNIQUE_ID} and {@link ProxyTlv#SET}.
   *
   * @param source the client's address, as the client itself has it
   * @param destination the address that it connected to
   * @param uniqueId what the connection is called, up to {@value #MAX_UNIQUE_ID} bytes
   * @param set who the client is
   * @throws IllegalArgumentException if an address is not resolved or the unique id is longer
   */
  public static byte[] v2(
      InetSocketAddress source, InetSocketAddress destination, byte[] uniqueId, SetId set) {
    if (uniqueId.length > MAX_UNIQUE_ID) {
      throw new IllegalArgumentException(
          "unique id of %d bytes: it has at most %d".formatted(uniqueId.length, MAX_UNIQUE_ID));
    }
    boolean v4 = areV4(source, destination);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(address(source, v4));
    body.writeBytes(address(destination, v4));
    write16(body, source.getPort());
    write16(body, destination.getPort());
    write(body, ProxyTlv.UNIQUE_ID, uniqueId);
    write(body, ProxyTlv.SET, set.bytes());
    return ByteBuffer.allocate(ProxyV2.HEADER + body.size())
        .put(ProxyV2.SIGNATURE.getBytes(StandardCharsets.US_ASCII))
        .put((byte) (ProxyV2.VERSION << 4 | ProxyV2.PROXY))
        .put((byte) ((v4 ? ProxyV2.INET : ProxyV2.INET6) << 4 | ProxyV2.STREAM))
        .putShort((short) body.size())
        .put(body.toByteArray())
        .array();
  }

  private static void write(ByteArrayOutputStream out, ProxyTlv tlv, byte[] value) {
    out.write(tlv.type());
    write16(out, value.length);
    out.writeBytes(value);
  }

  private static void write16(ByteArrayOutputStream out, int value) {
    out.write(value >> 8);
    out.write(value);
  }

  private static boolean areV4(InetSocketAddress source, InetSocketAddress destination) {
    return resolved(source).length == IPV4_BYTES && resolved(destination).length == IPV4_BYTES;
  }

  private static byte[] resolved(InetSocketAddress endpoint) {
    InetAddress address = endpoint.getAddress();
    if (address == null) {
      throw new IllegalArgumentException(
          "address " + endpoint + ": a PROXY header carries addresses, not names; resolve it");
    }
    return address.getAddress();
  }

  private static byte[] address(InetSocketAddress endpoint, boolean v4) {
    byte[] plain = resolved(endpoint);
    if (v4 || plain.length == IPV6_BYTES) {
      return plain;
    }
    return ByteBuffer.allocate(IPV6_BYTES)
        .position(MAPPED_PREFIX)
        .put(new byte[] {(byte) 0xff, (byte) 0xff})
        .put(plain)
        .array();
  }

  /** Every group of an IPv6 address in full: the one form that the specification's words cover. */
  private static String text(byte[] address) {
    boolean v4 = address.length == IPV4_BYTES;
    StringJoiner text = new StringJoiner(v4 ? "." : ":");
    for (int i = 0; i < address.length; i += v4 ? 1 : 2) {
      int high = address[i] & 0xff;
      text.add(
          v4 ? Integer.toString(high) : Integer.toHexString(high << 8 | (address[i + 1] & 0xff)));
    }
    return text.toString();
  }
}
