package io.ballast.store;

import java.nio.charset.StandardCharsets;

/** Names and identities in quotes: printable ASCII on one line, whatever their bytes are. */
final class Quoted {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private Quoted() {}

  /** The UTF-8 bytes of a name in quotes. */
  static String text(String name) {
    return text(name.getBytes(StandardCharsets.UTF_8));
  }

  /** The bytes in quotes; {@code "}, {@code \} and what is not printable ASCII is escaped. */
  static String text(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length + 8).append('"');
    for (byte b : bytes) {
      if (b == '"' || b == '\\') {
        text.append('\\').append((char) b);
      } else if (b >= 0x20 && b <= 0x7e) {
        text.append((char) b);
      } else {
        text.append("\\x").append(HEX[(b >> 4) & 0xf]).append(HEX[b & 0xf]);
      }
    }
    return text.append('"').toString();
  }

  /** A name as a part of a key: in quotes unless it is plain. */
  static String key(String name) {
    return key(name.getBytes(StandardCharsets.UTF_8));
  }

  /** The bytes as a part of a key: in quotes unless they are plain. */
  static String key(byte[] bytes) {
    for (byte b : bytes) {
      if (!isPlain(b)) {
        return text(bytes);
      }
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static boolean isPlain(byte b) {
    return (b >= 'a' && b <= 'z')
        || (b >= 'A' && b <= 'Z')
        || (b >= '0' && b <= '9')
        || b == '-'
        || b == '_';
  }
}
