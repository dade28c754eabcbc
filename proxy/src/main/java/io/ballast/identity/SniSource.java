package io.ballast.identity;

import io.ballast.cluster.Origin;
import io.ballast.identity.Identification.Malformed;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The identity is the host name that a TLS client asks for (server name indication, RFC 6066,
 * section 3), in small letters. Where TLS passes through, the ClientHello is looked at where it
 * lies, however it is split into records (RFC 8446, section 5.1). With encrypted client hello the
 * name is the outer one, which is all that the wire shows.
 */
final class SniSource implements IdentitySource {
  /** The most bytes that are looked at; a ClientHello of today has some 200 to 2,000. */
  static final int MAX_BYTES = 16_384;

  private static final int RECORD_HEADER = 5;
  private static final int MAX_FRAGMENT = 16_384;
  private static final int HANDSHAKE = 22;
  private static final int MAJOR_VERSION = 3;
  private static final int SSL2_LENGTH_BIT = 0x80;

  @Override
  public Identification identify(Origin origin, ByteBuffer bytes) {
    Peek seen = Peek.of(bytes, MAX_BYTES);
    if (!seen.has(1)) {
      return Identification.NEED_MORE;
    }
    if (seen.u8(0) != HANDSHAKE) {
      return new Malformed(notTls(seen.u8(0)));
    }
    Identification told = inRecords(seen);
    if (told == Identification.NEED_MORE && seen.has(MAX_BYTES)) {
      return new Malformed(
          "no server name and no end of the ClientHello in the first " + MAX_BYTES + " bytes");
    }
    return told;
  }

  private static String notTls(int first) {
    String hint = "is this a client without TLS?";
    if ((first & SSL2_LENGTH_BIT) != 0) {
      hint = "an SSL 2.0 hello starts so, and it names no server";
    }
    return "first byte 0x%02x: a TLS connection starts with a handshake record, 0x16; %s"
        .formatted(first, hint);
  }

  /** Most often one record holds the whole ClientHello, and nothing is copied. */
  private static Identification inRecords(Peek seen) {
    Malformed problem = recordProblem(seen, 0);
    if (problem != null) {
      return problem;
    }
    if (!seen.has(RECORD_HEADER)) {
      return Identification.NEED_MORE;
    }
    int end = RECORD_HEADER + seen.u16(3);
    Identification told = ClientHello.serverName(seen.part(RECORD_HEADER, end));
    return told == Identification.NEED_MORE && seen.length() > end ? inFragments(seen) : told;
  }

  private static Identification inFragments(Peek seen) {
    ByteBuffer message = ByteBuffer.allocate(seen.length());
    Malformed problem = null;
    int at = 0;
    while (seen.length() > at) {
      problem = recordProblem(seen, at);
      if (problem != null || !seen.has(at + RECORD_HEADER)) {
        break;
      }
      int end = at + RECORD_HEADER + seen.u16(at + 3);
      message.put(seen.copy(at + RECORD_HEADER, Math.min(end, seen.length())));
      at = end;
    }
    message.flip();
    Identification told = ClientHello.serverName(Peek.of(message, MAX_BYTES));
    return told == Identification.NEED_MORE && problem != null ? problem : told;
  }

  /** What is wrong with as much of a record's header as has come, or null. */
  private static Malformed recordProblem(Peek seen, int at) {
    if (seen.u8(at) != HANDSHAKE) {
      return new Malformed(
          "record of type %d at byte %d: the ClientHello has not ended, and no other record stands within it"
              .formatted(seen.u8(at), at));
    }
    if (seen.has(at + 2) && seen.u8(at + 1) != MAJOR_VERSION) {
      return new Malformed(
          "record version %d.x at byte %d: it is %d.x in SSL 3.0 and every TLS"
              .formatted(seen.u8(at + 1), at + 1, MAJOR_VERSION));
    }
    if (seen.has(at + RECORD_HEADER)) {
      int length = seen.u16(at + 3);
      if (length == 0 || length > MAX_FRAGMENT) {
        return new Malformed(
            "record of %d bytes at byte %d: a handshake record has 1 to %d"
                .formatted(length, at, MAX_FRAGMENT));
      }
    }
    return null;
  }

  /** Where the handshake is this proxy's own, the name was told in it. */
  @Override
  public IdentitySource after(TlsPeer peer) {
    return new KnownIdentity(
        peer.serverName()
            .map(name -> name.getBytes(StandardCharsets.UTF_8))
            .map(name -> HostNames.identification("server name", name, IdentityBytes.ASCII))
            .orElse(Identification.NONE));
  }

  @Override
  public int maxBytes() {
    return MAX_BYTES;
  }
}
