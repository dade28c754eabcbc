package io.ballast.identity;

import io.ballast.cluster.Origin;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * The identity is a part of the PROXY protocol header that the connection began with. A connection
 * without a header, and a header without that part, name no set; nor does an empty part.
 */
final class ProxyProtocolSource implements IdentitySource {
  private final ProxyIdentity part;

  ProxyProtocolSource(ProxyIdentity part) {
    this.part = part;
  }

  /** There was no header. */
  @Override
  public Identification identify(Origin origin, ByteBuffer bytes) {
    return Identification.NONE;
  }

  @Override
  public int maxBytes() {
    return 0;
  }

  @Override
  public IdentitySource after(ProxyHeader header) {
    return new KnownIdentity(identify(header));
  }

  private Identification identify(ProxyHeader header) {
    return switch (part) {
      case ADDRESS -> address(header.source());
      case AUTHORITY -> {
        byte[] authority = value(header, ProxyTlv.AUTHORITY);
        yield authority.length == 0
            ? Identification.NONE
            : HostNames.identification("authority", authority, IdentityBytes.UTF_8);
      }
      case UNIQUE_ID -> inTlv(header, ProxyTlv.UNIQUE_ID, "unique id", IdentityBytes.OPAQUE);
      case CLIENT_CN -> inTlv(header, ProxyTlv.CLIENT_CN, "common name", IdentityBytes.UTF_8);
      case SET -> inTlv(header, ProxyTlv.SET, "identity", IdentityBytes.OPAQUE);
    };
  }

  private static Identification address(InetSocketAddress source) {
    return source == null
        ? Identification.NONE
        : new Identification.Identified(SourceIdentity.address(source.getAddress()));
  }

  private static Identification inTlv(
      ProxyHeader header, ProxyTlv tlv, String field, IdentityBytes allowed) {
    byte[] value = value(header, tlv);
    return value.length == 0 ? Identification.NONE : allowed.identification(field, value);
  }

  private static byte[] value(ProxyHeader header, ProxyTlv tlv) {
    return header.tlv(tlv).orElse(new byte[0]);
  }
}
