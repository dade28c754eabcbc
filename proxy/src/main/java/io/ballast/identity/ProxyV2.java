package io.ballast.identity;

import io.ballast.identity.ProxyDecoding.Decoded;
import io.ballast.identity.ProxyDecoding.Malformed;
import io.ballast.identity.ProxyHeader.Command;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;

/** The binary header of PROXY protocol version 2 (section 2.2). */
final class ProxyV2 {
  /** The bytes that a header starts with. */
  static final String SIGNATURE = "\r\n\r\n\0\r\nQUIT\n";

  static final int VERSION = 2;
  static final int HEADER = 16;
  static final int PROXY = 1;
  static final int INET = 1;
  static final int INET6 = 2;
  static final int STREAM = 1;

  /** Address bytes by family: two addresses each, and two ports but for AF_UNIX. */
  private static final int[] ADDRESS_BYTES = {0, 12, 36, 216};

  private static final int UNSPECIFIED = 0;
  private static final int DATAGRAM = 2;

  private ProxyV2() {}

  /** Reads a header whose {@link #SIGNATURE} has been seen. */
  static ProxyDecoding decode(Peek seen) {
    int at = SIGNATURE.length();
    if (!seen.has(at + 1)) {
      return ProxyDecoding.NEED_MORE;
    }
    int version = seen.u8(at) >> 4;
    int command = seen.u8(at) & 0x0f;
    if (version != VERSION || command > PROXY) {
      return new Malformed(
          "PROXY header of version %d, command %d: the version is 2, the command 0 or 1"
              .formatted(version, command));
    }
    if (!seen.has(at + 2)) {
      return ProxyDecoding.NEED_MORE;
    }
    int family = seen.u8(at + 1) >> 4;
    int protocol = seen.u8(at + 1) & 0x0f;
    if (command == PROXY && (family >= ADDRESS_BYTES.length || protocol > DATAGRAM)) {
      return new Malformed(
          "PROXY header of family %d, protocol %d: families are 0 to 3, protocols 0 to 2"
              .formatted(family, protocol));
    }
    if (!seen.has(HEADER)) {
      return ProxyDecoding.NEED_MORE;
    }
    int length = HEADER + seen.u16(at + 2);
    boolean specified = command == PROXY && family != UNSPECIFIED && protocol != UNSPECIFIED;
    if (length > ProxyHeaderDecoder.MAX_BYTES
        || (specified && length < HEADER + ADDRESS_BYTES[family])) {
      return new Malformed(
          "PROXY header of %d bytes: it has %d with its addresses, at most %d"
              .formatted(
                  length,
                  HEADER + (specified ? ADDRESS_BYTES[family] : 0),
                  ProxyHeaderDecoder.MAX_BYTES));
    }
    if (!seen.has(length)) {
      return ProxyDecoding.NEED_MORE;
    }
    if (!specified) {
      return new Decoded(
          new ProxyHeader(
              VERSION,
              command == PROXY ? Command.PROXY : Command.LOCAL,
              null,
              null,
              Map.of(),
              length));
    }
    ProxyTlvReader tlvs = new ProxyTlvReader(seen.part(0, length));
    String problem = tlvs.read(HEADER + ADDRESS_BYTES[family]);
    return problem != null
        ? new Malformed("PROXY header: " + problem)
        : new Decoded(header(seen, family, protocol, tlvs.kept(), length));
  }

  /** Of the families, only TCP over IP has addresses that a client of a TCP proxy can have. */
  private static ProxyHeader header(
      Peek seen, int family, int protocol, Map<ProxyTlv, ByteBuffer> tlvs, int length) {
    InetSocketAddress source = null;
    InetSocketAddress destination = null;
    if (protocol == STREAM && (family == INET || family == INET6)) {
      int bytes = family == INET ? 4 : 16;
      int ports = HEADER + 2 * bytes;
      source = ProxyV1.endpoint(seen.copy(HEADER, HEADER + bytes), seen.u16(ports));
      destination = ProxyV1.endpoint(seen.copy(HEADER + bytes, ports), seen.u16(ports + 2));
    }
    return new ProxyHeader(VERSION, Command.PROXY, source, destination, tlvs, length);
  }
}
