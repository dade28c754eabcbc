package io.ballast.identity;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a PROXY protocol header says of the connection that it precedes. Immutable.
 *
 * @param version 1 or 2
 * @param command whether the sender speaks for another or for itself
 * @param source the client's address, or null if the header carries none: then the connection's own
 *     holds
 * @param destination the address that the client connected to; null exactly if {@code source} is
 * @param tlvs the parts that are kept, of version 2 only
 * @param length how many bytes the header has; what the client sent begins behind them
 */
public record ProxyHeader(
    int version,
    Command command,
    InetSocketAddress source,
    InetSocketAddress destination,
    Map<ProxyTlv, ByteBuffer> tlvs,
    int length) {

  /** For whom the sender made the connection. */
  public enum Command {
    /** For itself, as for a health check. */
    LOCAL,
    /** For a client. */
    PROXY
  }

  /**
   * @throws IllegalArgumentException if only one address is given
   */
  public ProxyHeader {
    if ((source == null) != (destination == null)) {
      throw new IllegalArgumentException(
          "source " + source + ", destination " + destination + ": both are carried or none");
    }
    Map<ProxyTlv, ByteBuffer> copies = new EnumMap<>(ProxyTlv.class);
    tlvs.forEach((tlv, value) -> copies.put(tlv, copy(value)));
    tlvs = Map.copyOf(copies);
  }

  private static ByteBuffer copy(ByteBuffer value) {
    return ByteBuffer.allocate(value.remaining()).put(value.duplicate()).flip().asReadOnlyBuffer();
  }

  /** The parts that are kept, in buffers of the caller's own that are read-only. */
  @Override
  public Map<ProxyTlv, ByteBuffer> tlvs() {
    Map<ProxyTlv, ByteBuffer> own = new EnumMap<>(ProxyTlv.class);
    tlvs.forEach((tlv, value) -> own.put(tlv, value.duplicate()));
    return own;
  }

  /** A copy of the bytes of a part, if the header has it. */
  public Optional<byte[]> tlv(ProxyTlv tlv) {
    ByteBuffer value = tlvs.get(tlv);
    if (value == null) {
      return Optional.empty();
    }
    byte[] bytes = new byte[value.capacity()];
    value.get(0, bytes);
    return Optional.of(bytes);
  }
}
