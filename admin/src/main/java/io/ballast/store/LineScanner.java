package io.ballast.store;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads a line of the state file from left to right. What is read must be there exactly; every
 * method throws {@link IllegalArgumentException} if it is not.
 */
final class LineScanner {
  private final String line;
  private int at;

  LineScanner(String line) {
    this.line = line;
  }

  /** Skips this text. */
  void expect(String text) {
    if (!skip(text)) {
      throw unexpected("\"" + text + "\"");
    }
  }

  /** Skips this text if it is what comes next. */
  boolean skip(String text) {
    if (!line.startsWith(text, at)) {
      return false;
    }
    at += text.length();
    return true;
  }

  /** The characters up to the next space or comma. */
  String word() {
    int start = at;
    while (at < line.length() && line.charAt(at) != ' ' && line.charAt(at) != ',') {
      at++;
    }
    if (at == start) {
      throw unexpected("a word");
    }
    return line.substring(start, at);
  }

  /** A decimal number from 0 on, without leading zeros. */
  long number() {
    int start = at;
    String word = word();
    if (!word.matches("0|[1-9][0-9]{0,18}")) {
      at = start;
      throw unexpected("a number");
    }
    return Long.parseLong(word);
  }

  /** A number that is an int. */
  int intNumber() {
    long number = number();
    if (number > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(number + " is too large a number");
    }
    return (int) number;
  }

  /** Text in quotes, its bytes read as UTF-8. */
  String quotedText() {
    return new String(quoted(), StandardCharsets.UTF_8);
  }

  /** Bytes in quotes. */
  byte[] quoted() {
    expect("\"");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while (!skip("\"")) {
      if (at == line.length()) {
        throw unexpected("a closing quote");
      }
      char c = line.charAt(at++);
      bytes.write(c == '\\' ? escaped() : c);
    }
    return bytes.toByteArray();
  }

  private int escaped() {
    if (skip("\\")) {
      return '\\';
    }
    if (skip("\"")) {
      return '"';
    }
    expect("x");
    int high = at < line.length() ? Character.digit(line.charAt(at), 16) : -1;
    int low = at + 1 < line.length() ? Character.digit(line.charAt(at + 1), 16) : -1;
    if (high < 0 || low < 0) {
      throw unexpected("two hexadecimal digits");
    }
    at += 2;
    return high << 4 | low;
  }

  /** The line must have ended. */
  void end() {
    if (at < line.length()) {
      throw unexpected("the end of the line");
    }
  }

  private IllegalArgumentException unexpected(String wanted) {
    return new IllegalArgumentException("at column " + (at + 1) + " there should be " + wanted);
  }
}
