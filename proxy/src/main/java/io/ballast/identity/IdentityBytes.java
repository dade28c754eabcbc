package io.ballast.identity;

import io.ballast.cluster.SetId;
import io.ballast.identity.Identification.Identified;
import io.ballast.identity.Identification.Malformed;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Which bytes an identity may have, by what the protocol that carries it says of them. None has a
 * C0 control character or DEL.
 */
enum IdentityBytes {
  /** The protocol names no encoding: bytes from 0x80 up are taken as they are. */
  OPAQUE,
  /** Printable ASCII. */
  ASCII,
  /** Well-formed UTF-8 without surrogates, and without C1 control characters. */
  UTF_8;

  private static final int DELETE = 0x7f;
  private static final int C1_LEAD = 0xc2;
  private static final int C1_LAST = 0x9f;

  /**
   * The identity, or why these bytes are none.
   *
   * @param field what the bytes are, for people
   */
  Identification identification(String field, byte[] bytes) {
    if (bytes.length == 0 || bytes.length > SetId.MAX_LENGTH) {
      return new Malformed(
          "%s of %d bytes: an identity has 1 to %d bytes"
              .formatted(field, bytes.length, SetId.MAX_LENGTH));
    }
    int firstBeyondAscii = -1;
    for (int i = 0; i < bytes.length; i++) {
      int b = bytes[i] & 0xff;
      if (b < ' ' || b == DELETE || (this == UTF_8 && isC1(bytes, i))) {
        return new Malformed("%s: byte %d is a control character".formatted(field, i));
      }
      if (b > DELETE && firstBeyondAscii < 0) {
        firstBeyondAscii = i;
      }
    }
    if (firstBeyondAscii >= 0 && this == ASCII) {
      return new Malformed("%s: byte %d is not ASCII".formatted(field, firstBeyondAscii));
    }
    if (firstBeyondAscii >= 0 && this == UTF_8 && !wellFormed(bytes)) {
      return new Malformed(field + ": not well-formed UTF-8");
    }
    return new Identified(SetId.of(bytes));
  }

  /** In UTF-8, U+0080 to U+009F are the byte 0xc2 and one of 0x80 to 0x9f. */
  private static boolean isC1(byte[] bytes, int i) {
    return (bytes[i] & 0xff) == C1_LEAD && i + 1 < bytes.length && (bytes[i + 1] & 0xff) <= C1_LAST;
  }

  private static boolean wellFormed(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
