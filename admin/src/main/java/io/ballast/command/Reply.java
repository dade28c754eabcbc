package io.ballast.command;

import java.util.Collections;
import java.util.Iterator;
import java.util.Objects;

/**
 * Data lines, then the line that ends them. The lines are pulled one at a time, as fast as the
 * caller reads, so a reply may be as long as it likes; they are read once. A line is made of {@link
 * Quoting} words, and holds no line end.
 *
 * @param lines the data lines
 * @param ending the line after them
 */
public record Reply(Iterator<String> lines, Ending ending) implements Answer {
  /** Checks the parts. */
  public Reply {
    Objects.requireNonNull(lines, "lines");
    Objects.requireNonNull(ending, "ending");
  }

  /** No data, and {@code OK}. */
  public static Reply ok() {
    return ok("");
  }

  /** No data, and {@code OK} with a sentence for the operator. */
  public static Reply ok(String summary) {
    return new Reply(Collections.emptyIterator(), new Ending.Ok(summary));
  }

  /** Data lines, then {@code OK}. */
  public static Reply of(Iterable<String> lines) {
    return of(lines.iterator());
  }

  /** Data lines, then {@code OK}. */
  public static Reply of(Iterator<String> lines) {
    return new Reply(lines, new Ending.Ok(""));
  }

  /** No data, and {@code ERR}. */
  public static Reply error(Code code, String message) {
    return new Reply(Collections.emptyIterator(), new Ending.Err(code, message));
  }

  static Reply error(CommandException error) {
    return error(error.code(), error.getMessage());
  }

  /**
   * The next data line, checked to be one that cannot be taken for anything else.
   *
   * @throws IllegalStateException when it holds a byte outside 0x20 to 0x7e, or begins as the last
   *     line of a reply does: a fault of the command
   */
  public String nextLine() {
    String line = lines.next();
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) < 0x20 || line.charAt(i) > 0x7e) {
        throw new IllegalStateException("a data line holds a character that must be quoted");
      }
    }
    if (endsReply(line)) {
      throw new IllegalStateException("a data line begins with a word that must be quoted");
    }
    return line;
  }

  /** Whether a line is one that ends a reply: its first word is {@code OK} or {@code ERR}. */
  public static boolean endsReply(String line) {
    return isOk(line) || line.equals("ERR") || line.startsWith("ERR ");
  }

  /** Whether a line is one that ends a reply well. */
  public static boolean isOk(String line) {
    return line.equals("OK") || line.startsWith("OK ");
  }
}
