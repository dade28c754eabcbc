package io.ballast.command;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Lines of the two kinds of data: columns, and a name with its value. */
final class Row {
  /** What stands in a column that has no value. */
  static final String NOTHING = "-";

  private Row() {}

  /** A line of columns: numbers as they are, everything else as a word. */
  static String of(Object... columns) {
    return Arrays.stream(columns).map(Row::column).collect(Collectors.joining(" "));
  }

  /** A line {@code name: value}. */
  static String labelled(String name, Object value) {
    return Quoting.label(name) + ": " + column(value);
  }

  private static String column(Object value) {
    return value instanceof Number || value instanceof Word
        ? value.toString()
        : Quoting.word(value.toString());
  }
}
