package io.ballast.relay;

import java.util.HexFormat;
import java.util.Locale;

/**
 * How the sessions of a listener are moved.
 *
 * @param mode whether they are
 * @param farewell what the node is told before a session on it is ended gently, in hexadecimal,
 *     spaces allowed, up to 256 bytes: {@code e0 00} is an MQTT DISCONNECT, {@code 58 00 00 00 04}
 *     a PostgreSQL Terminate. Empty for nothing
 */
public record MoveSettings(Mode mode, String farewell) {
  private static final int MAX_FAREWELL = 256;

  /** Sessions are moved, and nothing is said to the node. */
  public static final MoveSettings DEFAULT = new MoveSettings(Mode.RECONNECT, "");

  /** Whether and how a session is moved. */
  public enum Mode {
    /** It is ended gently; its set connects again and is placed where it belongs. */
    RECONNECT,
    /** It is never moved. */
    NONE;

    /** The word that people write, such as {@code reconnect}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @throws IllegalArgumentException if the farewell is not hexadecimal or too long
   */
  public MoveSettings {
    byte[] bytes;
    try {
      bytes = parse(farewell);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "farewell = \""
              + farewell
              + "\": bytes are written in hexadecimal, two digits each, such as \"e0 00\"",
          e);
    }
    if (bytes.length > MAX_FAREWELL) {
      throw new IllegalArgumentException(
          "farewell of " + bytes.length + " bytes: it has at most " + MAX_FAREWELL);
    }
  }

  private static byte[] parse(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  /** The bytes of the farewell, in an array of its own. */
  public byte[] farewellBytes() {
    return parse(farewell);
  }
}
