package io.ballast.identity;

import io.ballast.identity.Identification.Malformed;

/**
 * Finds the server name in a ClientHello (RFC 8446, section 4.1.2; RFC 5246, section 7.4.1.2).
 * Fields are judged in their order and the rest is not waited for once the name has come, so that
 * more bytes never change the answer. Unknown extensions, those of GREASE (RFC 8701) and of
 * encrypted client hello among them, are passed over.
 */
final class ClientHello {
  private static final String NAME = "ClientHello";
  private static final int TYPE = 1;
  private static final int HEADER = 4;
  private static final int MAJOR_VERSION = 3;
  private static final int RANDOM = 32;
  private static final int MAX_SESSION_ID = 32;
  private static final int SERVER_NAME = 0;
  private static final int HOST_NAME = 0;

  private ClientHello() {}

  /**
   * The server name.
   *
   * @param message the handshake message from its type on, as far as it has come
   */
  static Identification serverName(Peek message) {
    if (!message.has(1)) {
      return Identification.NEED_MORE;
    }
    if (message.u8(0) != TYPE) {
      return new Malformed(
          "handshake message of type %d: a client starts with a ClientHello, type %d"
              .formatted(message.u8(0), TYPE));
    }
    if (!message.has(HEADER)) {
      return Identification.NEED_MORE;
    }
    FieldReader in = new FieldReader(message, NAME, HEADER, HEADER + message.u24(1));
    return beforeExtensions(in) ? inExtensions(in) : in.outcome();
  }

  private static boolean beforeExtensions(FieldReader in) {
    if (!in.has("version", 2)) {
      return false;
    }
    int version = in.u16();
    if (version >> 8 != MAJOR_VERSION) {
      in.malformed("version 0x%04x: it is 0x03.. in SSL 3.0 and every TLS".formatted(version));
      return false;
    }
    if (!in.has("random", RANDOM)) {
      return false;
    }
    in.skip(RANDOM);
    int sessionId = in.length("session id", 1);
    if (sessionId > MAX_SESSION_ID) {
      in.malformed("session id of %d bytes: at most %d".formatted(sessionId, MAX_SESSION_ID));
    }
    if (in.outcome() != null) {
      return false;
    }
    in.skip(sessionId);
    int cipherSuites = in.length("cipher suites", 2);
    if (cipherSuites == 0 || cipherSuites % 2 == 1) {
      in.malformed("cipher suites of %d bytes: two for each, one at least".formatted(cipherSuites));
    }
    if (in.outcome() != null) {
      return false;
    }
    in.skip(cipherSuites);
    int compressions = in.length("compression methods", 1);
    if (compressions == 0) {
      in.malformed("no compression method: there is one at least");
    }
    if (in.outcome() != null) {
      return false;
    }
    in.skip(compressions);
    return true;
  }

  private static Identification inExtensions(FieldReader in) {
    if (in.left() == 0) {
      return Identification.NONE;
    }
    if (!in.has("length of extensions", 2)) {
      return in.outcome();
    }
    int extensions = in.u16();
    if (extensions != in.left()) {
      return in.malformed("extensions of %d bytes: %d are left".formatted(extensions, in.left()));
    }
    while (in.left() > 0) {
      if (!in.has("head of an extension", 4)) {
        return in.outcome();
      }
      int type = in.u16();
      int length = in.u16();
      if (length > in.left()) {
        return in.malformed(
            "extension %d of %d bytes: %d are left".formatted(type, length, in.left()));
      }
      if (type == SERVER_NAME) {
        return inNames(in.within("server_name extension", length));
      }
      if (!in.has("extension", length)) {
        return in.outcome();
      }
      in.skip(length);
    }
    return Identification.NONE;
  }

  /** Names of another type than a host name begin with a length of two bytes as well. */
  private static Identification inNames(FieldReader in) {
    if (!in.has("length of names", 2)) {
      return in.outcome();
    }
    int names = in.u16();
    if (names == 0 || names != in.left()) {
      return in.malformed("names of %d bytes: %d are left".formatted(names, in.left()));
    }
    while (in.left() > 0) {
      if (!in.has("type of a name", 1)) {
        return in.outcome();
      }
      int type = in.u8();
      int length = in.length("name", 2);
      if (length < 0) {
        return in.outcome();
      }
      if (type == HOST_NAME) {
        return HostNames.identification("server name", in.bytes(length), IdentityBytes.ASCII);
      }
      in.skip(length);
    }
    return Identification.NONE;
  }
}
