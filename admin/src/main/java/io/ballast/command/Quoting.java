package io.ballast.command;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * How a word is written so that it is read back as the same bytes and can forge no line of a reply.
 * What is written is printable ASCII, whatever the bytes are.
 */
public final class Quoting {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  /** Words that mean something as the first word of a reply's line. */
  private static final Set<String> RESERVED = Set.of("OK", "ERR", "NONE");

  private static final int LONGEST_RESERVED = 4;

  private Quoting() {}

  /** The word as it stands in a line: in quotes when it has to be. */
  public static String word(byte[] bytes) {
    return needsQuotes(bytes) ? quoted(bytes) : ascii(bytes);
  }

  /** The UTF-8 bytes of a text as a word. */
  public static String word(String text) {
    return word(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The word as the name of a {@code name: value} line: a word that holds a colon is quoted too, so
   * that the line's first colon outside quotes ends the name.
   */
  public static String label(byte[] bytes) {
    return needsQuotes(bytes) || contains(bytes, ':') ? quoted(bytes) : ascii(bytes);
  }

  /** The UTF-8 bytes of a text as the name of a {@code name: value} line. */
  public static String label(String text) {
    return label(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * A sentence that may hold foreign text, made fit for one line: bytes outside 0x20 to 0x7e are
   * written {@code \xNN}. For messages to people; unlike a word it is not meant to be read back.
   */
  public static String sentence(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    StringBuilder line = new StringBuilder(bytes.length);
    for (byte b : bytes) {
      if (isPrintable(b)) {
        line.append((char) b);
      } else {
        appendHex(line, b);
      }
    }
    return line.toString();
  }

  static boolean isPrintable(byte b) {
    return b >= 0x20 && b <= 0x7e;
  }

  private static boolean needsQuotes(byte[] bytes) {
    if (bytes.length == 0 || bytes[0] == '#' || isReserved(bytes)) {
      return true;
    }
    for (byte b : bytes) {
      if (!isPrintable(b) || b == ' ' || b == '"' || b == '\\') {
        return true;
      }
    }
    return false;
  }

  private static boolean isReserved(byte[] bytes) {
    return bytes.length <= LONGEST_RESERVED
        && RESERVED.contains(ascii(bytes).toUpperCase(Locale.ROOT));
  }

  private static boolean contains(byte[] bytes, char wanted) {
    for (byte b : bytes) {
      if (b == wanted) {
        return true;
      }
    }
    return false;
  }

  private static String quoted(byte[] bytes) {
    StringBuilder word = new StringBuilder(bytes.length + 8).append('"');
    for (byte b : bytes) {
      if (b == '"' || b == '\\') {
        word.append('\\').append((char) b);
      } else if (isPrintable(b)) {
        word.append((char) b);
      } else {
        appendHex(word, b);
      }
    }
    return word.append('"').toString();
  }

  private static void appendHex(StringBuilder text, byte b) {
    text.append("\\x").append(HEX[(b >> 4) & 0xf]).append(HEX[b & 0xf]);
  }

  private static String ascii(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
