package io.ballast.conf;

import com.typesafe.config.ConfigUtil;
import io.ballast.conf.KeyFrame.PendingKey;
import io.ballast.conf.KeyScan.Include;
import io.ballast.conf.KeyScan.Substitution;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Finds the keys of a HOCON text and their lines, without its values. Owned by the thread that
 * reads the file.
 *
 * <p>It runs before the parser and takes any text: what is not HOCON is the parser's to report, so
 * this only has to go on to the end, or to where the nesting is too deep for a parser. It does not
 * recurse.
 */
final class KeyScanner {
  /** More levels of objects and lists than any configuration has, and few enough for a parser. */
  static final int MAX_DEPTH = 64;

  private static final String TRIPLE = "\"\"\"";
  private static final String ENDS_KEY = "=:{},[]\n";
  private static final String ENDS_WORD = "{}[],\n\"#";

  private final String text;
  private final Deque<KeyFrame> frames = new ArrayDeque<>();
  private final List<PendingKey> keys = new ArrayList<>();
  private final List<Include> includes = new ArrayList<>();
  private final List<Substitution> substitutions = new ArrayList<>();
  private int at;
  private int line = 1;
  private int deepestLine;

  private KeyScanner(String text) {
    this.text = text;
    frames.push(new KeyFrame(KeyPath.ROOT, false, 0));
  }

  static KeyScan scan(String text) {
    KeyScanner scanner = new KeyScanner(text);
    while (scanner.at < text.length() && scanner.deepestLine == 0) {
      scanner.step();
    }
    return new KeyScan(
        scanner.keys.stream().map(PendingKey::done).toList(),
        List.copyOf(scanner.includes),
        List.copyOf(scanner.substitutions),
        scanner.deepestLine,
        scanner.frames.element().line());
  }

  private void step() {
    char c = text.charAt(at);
    KeyFrame frame = frames.element();
    if (c == '\n') {
      frame.endValue();
      line++;
      at++;
    } else if (isWhitespace(c)) {
      at++;
    } else if (atComment()) {
      skipComment();
    } else if (c == ',') {
      frame.endValue();
      at++;
    } else if (c == '{' || c == '[') {
      open(frame, c == '[');
    } else if (c == '}' || c == ']') {
      close();
    } else if (frame.awaitsKey()) {
      readKey(frame);
    } else {
      frame.startValue();
      readValuePart(frame);
    }
  }

  private void open(KeyFrame frame, boolean list) {
    at++;
    frames.push(frame.open(list, line));
    limitDepth(frames.size());
  }

  private void close() {
    at++;
    if (frames.size() > 1) {
      frames.pop();
    }
  }

  private void readKey(KeyFrame frame) {
    int start = at;
    int startLine = line;
    String raw = keyText();
    if (isInclude(raw)) {
      includes.add(new Include(frame.path(), startLine));
      return;
    }
    boolean append = raw.endsWith("+") && isAt('=');
    if (append) {
      raw = raw.substring(0, raw.length() - 1).strip();
    }
    if (isAt('=') || isAt(':')) {
      at++;
    } else if (!isAt('{')) {
      at = Math.max(at, start + 1);
      return;
    }
    if (deepestLine == 0) {
      String tail = ConfigUtil.joinPath(KeyPath.elements(raw));
      keys.add(frame.startKey(tail, startLine, append, includes.size()));
    }
  }

  /** Goes on to what ends a key. */
  private String keyText() {
    int start = at;
    int dots = 0;
    while (at < text.length() && ENDS_KEY.indexOf(text.charAt(at)) < 0 && !atComment()) {
      if (isAt('"')) {
        skipString();
      } else {
        dots += isAt('.') ? 1 : 0;
        at++;
      }
    }
    limitDepth(dots);
    return text.substring(start, at).strip();
  }

  private void limitDepth(int levels) {
    if (levels > MAX_DEPTH && deepestLine == 0) {
      deepestLine = line;
    }
  }

  private boolean isAt(char c) {
    return at < text.length() && text.charAt(at) == c;
  }

  /**
   * {@code include} is a statement only if a quoted name or {@code file(…)} and its like follow.
   */
  private static boolean isInclude(String raw) {
    String word = "include";
    if (!raw.startsWith(word) || raw.length() == word.length()) {
      return false;
    }
    char next = raw.charAt(word.length());
    return (isWhitespace(next) || next == '"') && raw.indexOf('"') > 0;
  }

  private void readValuePart(KeyFrame frame) {
    if (text.charAt(at) == '"') {
      skipString();
    } else if (text.startsWith("${", at)) {
      readSubstitution(frame);
    } else {
      at++;
      while (at < text.length()
          && ENDS_WORD.indexOf(text.charAt(at)) < 0
          && !text.startsWith("${", at)
          && !atComment()) {
        at++;
      }
    }
  }

  private void readSubstitution(KeyFrame frame) {
    int end = at + 2;
    while (end < text.length() && text.charAt(end) != '}' && text.charAt(end) != '\n') {
      end++;
    }
    String name = text.substring(at + 2, end).strip();
    boolean optional = name.startsWith("?");
    if (optional) {
      name = name.substring(1).strip();
    }
    limitDepth((int) name.chars().filter(c -> c == '.' || c == '$').count());
    if (deepestLine == 0) {
      substitutions.add(
          new Substitution(ConfigUtil.joinPath(KeyPath.elements(name)), optional, line));
    }
    frame.substitute();
    at = end < text.length() && text.charAt(end) == '}' ? end + 1 : end;
  }

  /** Leaves {@code at} behind the string's last quote; a plain string also ends with its line. */
  private void skipString() {
    if (text.startsWith(TRIPLE, at)) {
      int end = text.indexOf(TRIPLE, at + TRIPLE.length());
      end = end < 0 ? text.length() : end + TRIPLE.length();
      while (end < text.length() && text.charAt(end) == '"') {
        end++;
      }
      for (; at < end; at++) {
        if (text.charAt(at) == '\n') {
          line++;
        }
      }
      return;
    }
    at++;
    while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\n') {
      at +=
          text.charAt(at) == '\\' && at + 1 < text.length() && text.charAt(at + 1) != '\n' ? 2 : 1;
    }
    if (at < text.length() && text.charAt(at) == '"') {
      at++;
    }
  }

  private boolean atComment() {
    return text.charAt(at) == '#' || text.startsWith("//", at);
  }

  private void skipComment() {
    int end = text.indexOf('\n', at);
    at = end < 0 ? text.length() : end;
  }

  /** HOCON's white space: Java's, the non-breaking spaces and the byte order mark. */
  private static boolean isWhitespace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\uFEFF';
  }
}
