package io.ballast.conf;

import java.util.List;

/**
 * What the text of one file says about keys, in the order of the text. The parser merges equal keys
 * without a trace; this is the trace.
 *
 * @param keys every key that is given a value
 * @param includes every include statement
 * @param substitutions every {@code ${…}}
 * @param deepestLine the line on which nesting passed {@link KeyScanner#MAX_DEPTH}, or 0
 * @param unclosedLine the line of the last brace or bracket that is not closed, or 0
 */
record KeyScan(
    List<Assignment> keys,
    List<Include> includes,
    List<Substitution> substitutions,
    int deepestLine,
    int unclosedLine) {

  /** What stands to the right of a key. */
  enum Kind {
    /** A value that replaces an earlier one. */
    PLAIN,
    /** An object, which is merged into an earlier one. */
    OBJECT,
    /**
     * A value made of substitutions or appended with {@code +=}: it may build on an earlier one.
     */
    DERIVED
  }

  /**
   * A key with a value.
   *
   * @param path the full path in this file
   * @param line the key's line
   * @param kind what its value is
   * @param includesBefore how many include statements come before it
   */
  record Assignment(String path, int line, Kind kind, int includesBefore) {}

  /**
   * An include statement.
   *
   * @param path the path of the object into which the file is included
   * @param line its line
   */
  record Include(String path, int line) {}

  /**
   * A reference to another key or to the environment.
   *
   * @param name what is referred to
   * @param optional whether it may be missing
   * @param line its line
   */
  record Substitution(String name, boolean optional, int line) {}
}
