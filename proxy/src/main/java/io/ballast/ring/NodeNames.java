package io.ballast.ring;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The order of nodes on a ring: by the UTF-8 bytes of their names, unsigned. This is the order of
 * their code points, so it is found without encoding anything.
 */
final class NodeNames {
  /** Compares names by their UTF-8 bytes, unsigned. */
  static final Comparator<String> ORDER = NodeNames::compare;

  private NodeNames() {}

  /** Returns the place of {@code name} in the sorted {@code names}, or -(place to insert) - 1. */
  static int find(String[] names, String name) {
    return Arrays.binarySearch(names, name, ORDER);
  }

  /**
   * Returns {@code name} if it has a UTF-8 form.
   *
   * @throws IllegalArgumentException if half of a surrogate pair stands alone in it: two such names
   *     could share their labels and so all of their points
   */
  static String requireEncodable(String name) {
    int i = 0;
    while (i < name.length()) {
      int codePoint = name.codePointAt(i);
      if (Character.getType(codePoint) == Character.SURROGATE) {
        throw new IllegalArgumentException(
            "node name with the lone surrogate U+%04X at index %d: a name is Unicode text; remove it"
                .formatted(codePoint, i));
      }
      i += Character.charCount(codePoint);
    }
    return name;
  }

  private static int compare(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        return Integer.compare(rank(x), rank(y));
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  /** Puts surrogates, which stand for code points from U+10000 on, above all other characters. */
  private static int rank(char c) {
    return Character.isSurrogate(c) ? c + 0x10000 : c;
  }
}
