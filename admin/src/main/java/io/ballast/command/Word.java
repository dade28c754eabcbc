package io.ballast.command;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * One word of a line: bytes, since the identity of a set need not be text. Immutable; two words are
 * equal when their bytes are, quoted or not.
 */
public final class Word {
  private final byte[] bytes;

  private Word(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A word of a copy of these bytes. */
  public static Word of(byte[] bytes) {
    return new Word(bytes.clone());
  }

  /** The word whose bytes are the UTF-8 form of the text. */
  public static Word of(String text) {
    return new Word(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A copy of the bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /**
   * The word as text.
   *
   * @throws CommandException code {@code usage}, when the bytes are not UTF-8
   */
  public String text() {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new CommandException(
          Code.USAGE, this + ": a name is UTF-8 text; only the identity of a set may be any bytes");
    }
  }

  /** Whether this is the keyword, in any case. */
  public boolean is(String keyword) {
    return upperCase().equals(keyword);
  }

  /** The word as a keyword is compared: every byte a character, in upper case. */
  String upperCase() {
    return new String(bytes, StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Word word && Arrays.equals(bytes, word.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The word as it is written in a line, in quotes when it has to be. */
  @Override
  public String toString() {
    return Quoting.word(bytes);
  }
}
