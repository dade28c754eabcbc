package io.ballast.conf;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;

/**
 * One fault of a configuration file. The natural order is by file, line and text.
 *
 * @param file the file as it was named to the reader, or as the including file's folder and the
 *     name in its include
 * @param line the line, from 1; 0 if the fault is of the file as a whole
 * @param text the key and its value, the rule, and the remedy
 */
public record Problem(String file, int line, String text) implements Comparable<Problem> {
  private static final Comparator<Problem> ORDER =
      Comparator.comparing(Problem::file)
          .thenComparingInt(Problem::line)
          .thenComparing(Problem::text);

  /** Checks that no part is missing. */
  public Problem {
    requireNonNull(file, "file");
    requireNonNull(text, "text");
    if (line < 0) {
      throw new IllegalArgumentException("line = " + line + ": a line is counted from 1");
    }
  }

  @Override
  public int compareTo(Problem other) {
    return ORDER.compare(this, other);
  }

  /** {@code file:line: text}, the form that editors and terminals turn into a link. */
  @Override
  public String toString() {
    return line == 0 ? file + ": " + text : file + ":" + line + ": " + text;
  }
}
