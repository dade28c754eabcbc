package io.ballast.command;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a line into words. Words are separated by spaces and tabs. A word that begins with a
 * double quote ends at the next one that is not escaped; inside, {@code \"}, {@code \\} and {@code
 * \xNN} stand for one byte each. Errors give the column, counted in bytes from 1, and never repeat
 * the line, which may hold a secret.
 */
public final class CommandLine {
  /** The longest line that a channel takes, in bytes without its line end. */
  public static final int MAX_BYTES = 8_192;

  private final byte[] line;
  private int at;

  private CommandLine(byte[] line) {
    this.line = line;
  }

  /**
   * The words of a line, without its line end; none if the line is blank.
   *
   * @throws CommandException code {@code usage}, for a quote or an escape that is not well formed
   */
  public static List<Word> parse(byte[] line) {
    return new CommandLine(line).words();
  }

  /** Whether a line holds nothing but spaces and tabs. */
  public static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (!isSeparator(b)) {
        return false;
      }
    }
    return true;
  }

  /** The answer to a line that is longer. */
  public static Reply tooLong() {
    return Reply.error(
        Code.USAGE,
        "the line is too long: a line has at most "
            + MAX_BYTES
            + " bytes; it was skipped up to its end");
  }

  private List<Word> words() {
    List<Word> words = new ArrayList<>();
    while (skipSeparators()) {
      words.add(line[at] == '"' ? quotedWord() : plainWord());
    }
    return words;
  }

  private boolean skipSeparators() {
    while (at < line.length && isSeparator(line[at])) {
      at++;
    }
    return at < line.length;
  }

  private Word plainWord() {
    ByteArrayOutputStream word = new ByteArrayOutputStream();
    while (at < line.length && !isSeparator(line[at])) {
      byte b = line[at];
      if (b == '"' || b == '\\') {
        throw error(
            at, "a quote or backslash in a word", "put the word in quotes, as in \"a\\\"b\"");
      }
      word.write(printable(b));
      at++;
    }
    return Word.of(word.toByteArray());
  }

  private Word quotedWord() {
    int opening = at++;
    ByteArrayOutputStream word = new ByteArrayOutputStream();
    while (at < line.length) {
      byte b = line[at];
      if (b == '"') {
        at++;
        if (at < line.length && !isSeparator(line[at])) {
          throw error(at, "text right after a closing quote", "put a space between two words");
        }
        return Word.of(word.toByteArray());
      }
      word.write(b == '\\' ? escape() : printable(b));
      at++;
    }
    throw error(opening, "a quoted word without an end", "close it with a double quote");
  }

  /** Reads the escape at the cursor and leaves the cursor on its last byte. */
  private int escape() {
    int backslash = at++;
    if (at < line.length && (line[at] == '"' || line[at] == '\\')) {
      return line[at];
    }
    if (at + 2 < line.length && line[at] == 'x') {
      int high = Character.digit(line[at + 1], 16);
      int low = Character.digit(line[at + 2], 16);
      if (high >= 0 && low >= 0) {
        at += 2;
        return (high << 4) | low;
      }
    }
    throw error(backslash, "an unknown escape", "inside quotes write \\\", \\\\ or \\xNN");
  }

  private int printable(byte b) {
    if ((b >= 0 && b < ' ') || b == 0x7f) {
      throw error(at, "a control byte", String.format("inside quotes write it as \\x%02x", b));
    }
    return b;
  }

  private static boolean isSeparator(byte b) {
    return b == ' ' || b == '\t';
  }

  private static CommandException error(int index, String what, String remedy) {
    return new CommandException(Code.USAGE, "column " + (index + 1) + ": " + what + ": " + remedy);
  }
}
