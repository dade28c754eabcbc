package io.ballast.fuzz;

import java.util.HexFormat;

/** Bytes as hexadecimal text. */
public final class Hex {
  private Hex() {}

  /** The text of bytes. */
  public static String text(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  /** The bytes of a text; spaces are skipped. */
  public static byte[] bytes(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }
}
