package io.ballast.identity;

import io.ballast.cluster.Origin;
import io.ballast.identity.Identification.Malformed;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The identity is {@code user/database} of a PostgreSQL client's StartupMessage, protocol 3.x
 * (PostgreSQL documentation, "Message Formats"). As the server does it, the last of several
 * parameters of one name holds, and a database that is missing or empty is named as the user. The
 * protocol names no encoding for either.
 *
 * <p>A request for encryption that may come first is answered or passed on as configured. A
 * CancelRequest says only which session it is for, in numbers of the node that gave them: it names
 * no set.
 */
final class PostgresUserSource implements IdentitySource {
  /** The longest message; PostgreSQL itself stops at 10,000 bytes behind the length. */
  static final int MAX_BYTES = 10_000;

  private static final String NAME = "StartupMessage";
  private static final int HEADER = 8;
  private static final int SSL_REQUEST = 80_877_103;
  private static final int GSSENC_REQUEST = 80_877_104;
  private static final int CANCEL_REQUEST = 80_877_102;
  private static final int MIN_CANCEL_KEY = 4;
  private static final int MAX_CANCEL_KEY = 256;
  private static final int MAJOR_VERSION = 3;
  private static final int TLS_HANDSHAKE = 22;
  private static final Identification REFUSAL =
      new Identification.Answer(ByteBuffer.wrap(new byte[] {'N'}), HEADER);

  private static final Identification CONSENT =
      new Identification.Secure(ByteBuffer.wrap(new byte[] {'S'}), HEADER);
  private static final Identification DIRECT = new Identification.Secure(ByteBuffer.allocate(0), 0);

  private final PostgresEncryption ssl;
  private final PostgresEncryption gss;
  private final boolean secured;

  /**
   * @param ssl what is done with an SSLRequest
   * @param gss what is done with a GSSENCRequest
   */
  PostgresUserSource(PostgresEncryption ssl, PostgresEncryption gss) {
    this(ssl, gss, false);
  }

  private PostgresUserSource(PostgresEncryption ssl, PostgresEncryption gss, boolean secured) {
    this.ssl = ssl;
    this.gss = gss;
    this.secured = secured;
  }

  @Override
  public IdentitySource after(TlsPeer peer) {
    return new PostgresUserSource(ssl, gss, true);
  }

  @Override
  public Identification identify(Origin origin, ByteBuffer bytes) {
    Peek seen = Peek.of(bytes, MAX_BYTES);
    if (!seen.has(1)) {
      return Identification.NEED_MORE;
    }
    if (seen.u8(0) == TLS_HANDSHAKE) {
      return direct();
    }
    if (!seen.has(4)) {
      return Identification.NEED_MORE;
    }
    long length = seen.u32(0);
    if (length < HEADER || length > MAX_BYTES) {
      return new Malformed(
          "length %d of the first message: it is %d to %d".formatted(length, HEADER, MAX_BYTES));
    }
    return seen.has(HEADER)
        ? byCode(seen, (int) length, (int) seen.u32(4))
        : Identification.NEED_MORE;
  }

  /** A TLS handshake comes first, as with sslnegotiation=direct. */
  private Identification direct() {
    if (secured) {
      return new Malformed("a TLS handshake within TLS: once is enough");
    }
    return switch (ssl) {
      case PASS_ON -> Identification.NONE;
      case TERMINATE -> DIRECT;
      case REFUSE ->
          new Malformed(
              "a TLS handshake comes first (sslnegotiation=direct): this listener refuses encryption");
    };
  }

  private Identification byCode(Peek seen, int length, int code) {
    return switch (code) {
      case SSL_REQUEST -> encryption("SSLRequest", length, ssl);
      case GSSENC_REQUEST -> encryption("GSSENCRequest", length, gss);
      case CANCEL_REQUEST -> cancel(length);
      default ->
          ssl == PostgresEncryption.TERMINATE && !secured
              ? new Malformed(
                  "no request for TLS comes first: this listener wants it; use sslmode=require or"
                      + " prefer")
              : startup(seen, length, code);
    };
  }

  private Identification encryption(String name, int length, PostgresEncryption choice) {
    if (length != HEADER) {
      return new Malformed("%s of %d bytes: it has %d".formatted(name, length, HEADER));
    }
    return switch (choice) {
      case REFUSE -> REFUSAL;
      case PASS_ON -> Identification.NONE;
      case TERMINATE -> secured ? new Malformed(name + " within TLS: once is enough") : CONSENT;
    };
  }

  /** The key has four bytes up to protocol 3.0, and up to 256 since 3.2. */
  private static Identification cancel(int length) {
    int key = length - HEADER - 4;
    return key >= MIN_CANCEL_KEY && key <= MAX_CANCEL_KEY
        ? Identification.NONE
        : new Malformed(
            "CancelRequest with a key of %d bytes: it has %d to %d"
                .formatted(key, MIN_CANCEL_KEY, MAX_CANCEL_KEY));
  }

  private static Identification startup(Peek seen, int length, int version) {
    if (version >>> 16 != MAJOR_VERSION) {
      return new Malformed(
          "protocol version %d.%d of the first message: only %d.x is known"
              .formatted(version >>> 16, version & 0xffff, MAJOR_VERSION));
    }
    if (!seen.has(length)) {
      return Identification.NEED_MORE;
    }
    byte[] user = {};
    byte[] database = {};
    int at = HEADER;
    while (at < length && seen.u8(at) != 0) {
      int nameEnd = end(seen, at, length);
      int value = nameEnd + 1;
      int valueEnd = end(seen, value, length);
      if (valueEnd >= length) {
        return new Malformed(NAME + ": a parameter's name or value does not end");
      }
      if (names(seen, at, nameEnd, "user")) {
        user = seen.copy(value, valueEnd);
      } else if (names(seen, at, nameEnd, "database")) {
        database = seen.copy(value, valueEnd);
      }
      at = valueEnd + 1;
    }
    if (at != length - 1) {
      return new Malformed(
          "%s: the zero byte that ends it is expected at byte %d, not at %d"
              .formatted(NAME, length - 1, at));
    }
    if (user.length == 0) {
      return new Malformed(NAME + ": it names no user");
    }
    return IdentityBytes.OPAQUE.identification(
        "user/database", join(user, database.length == 0 ? user : database));
  }

  /**
   * Where the zero byte stands that ends the text from {@code at} on, or {@code length} or more.
   */
  private static int end(Peek seen, int at, int length) {
    int end = at;
    while (end < length && seen.u8(end) != 0) {
      end++;
    }
    return end;
  }

  private static boolean names(Peek seen, int from, int to, String name) {
    return to - from == name.length() && seen.reads(from, name);
  }

  private static byte[] join(byte[] user, byte[] database) {
    byte[] slash = "/".getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(user.length + 1 + database.length)
        .put(user)
        .put(slash)
        .put(database)
        .array();
  }

  @Override
  public int maxBytes() {
    return MAX_BYTES;
  }
}
