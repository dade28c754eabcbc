package io.ballast.identity;

import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Reads the parts behind the addresses of a PROXY protocol version 2 header, a type, a length and a
 * value each (sections 2.2.1 to 2.2.8). A reader serves one header on one thread.
 */
final class ProxyTlvReader {
  private static final int HEAD = 3;
  private static final int CRC32C_TYPE = 0x03;
  private static final int CRC32C_BYTES = 4;
  private static final int SSL_TYPE = 0x20;
  private static final int SSL_HEAD = 5;

  private final Peek header;
  private final Map<ProxyTlv, ByteBuffer> kept = new EnumMap<>(ProxyTlv.class);

  /**
   * @param header the whole header and nothing behind it
   */
  ProxyTlvReader(Peek header) {
    this.header = header;
  }

  /** The parts that were read and are kept. */
  Map<ProxyTlv, ByteBuffer> kept() {
    return kept;
  }

  /** Reads the parts from {@code from} to the header's end; what is wrong, or null. */
  String read(int from) {
    return read(from, header.length(), false);
  }

  private String read(int from, int to, boolean ofClient) {
    int at = from;
    while (at < to) {
      int value = at + HEAD;
      int end = value > to ? value : value + header.u16(at + 1);
      if (end > to) {
        return "the part at byte %d ends at byte %d, behind its whole, which ends at byte %d"
            .formatted(at, end, to);
      }
      String problem =
          ofClient ? keepOfClient(at, value, end) : readPart(header.u8(at), value, end);
      if (problem != null) {
        return problem;
      }
      at = end;
    }
    return null;
  }

  private String readPart(int type, int from, int to) {
    if (type == CRC32C_TYPE) {
      return checksumProblem(from, to);
    }
    if (type == SSL_TYPE) {
      return readSsl(from, to);
    }
    for (ProxyTlv tlv : ProxyTlv.values()) {
      if (tlv.type() == type && tlv != ProxyTlv.CLIENT_CN) {
        keep(tlv, from, to);
      }
    }
    return null;
  }

  /** What is told of a client is kept if {@code verify} is zero: the certificate was verified. */
  private String readSsl(int from, int to) {
    if (to - from < SSL_HEAD) {
      return "a TLS part of %d bytes: it has %d at least".formatted(to - from, SSL_HEAD);
    }
    boolean verified = header.u32(from + 1) == 0;
    ProxyTlvReader within = verified ? this : new ProxyTlvReader(header);
    return within.read(from + SSL_HEAD, to, true);
  }

  private String keepOfClient(int at, int from, int to) {
    if (header.u8(at) == ProxyTlv.CLIENT_CN.type()) {
      keep(ProxyTlv.CLIENT_CN, from, to);
    }
    return null;
  }

  /** Of several parts of one type, which the specification does not speak of, the first is kept. */
  private void keep(ProxyTlv tlv, int from, int to) {
    kept.putIfAbsent(tlv, ByteBuffer.wrap(header.copy(from, to)));
  }

  /** The checksum is that of the whole header with zeros in its place (section 2.2.3). */
  private String checksumProblem(int from, int to) {
    if (to - from != CRC32C_BYTES) {
      return "a checksum of %d bytes: it has %d".formatted(to - from, CRC32C_BYTES);
    }
    byte[] bytes = header.copy(0, header.length());
    ByteBuffer.wrap(bytes).putInt(from, 0);
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    return checksum.getValue() == header.u32(from) ? null : "its checksum is not that of its bytes";
  }
}
