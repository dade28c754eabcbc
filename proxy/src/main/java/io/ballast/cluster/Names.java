package io.ballast.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;

/** The rule and the order of the names of nodes and zones. */
public final class Names {
  /** The order of every list of names: by their UTF-8 bytes, unsigned. */
  public static final Comparator<String> BY_BYTES = Names::compareCodePoints;

  private static final int MAX_BYTES = 255;

  private Names() {}

  /**
   * Returns the name if it is well formed.
   *
   * @param what what is named, for the message
   * @throws IllegalArgumentException if the name is empty, longer than 255 bytes of UTF-8, starts
   *     or ends with a space, or holds a control character or half of a surrogate pair
   */
  public static String check(String what, String name) {
    if (name.isEmpty() || name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new IllegalArgumentException(
          what + " name \"" + abbreviated(name) + "\": a name has 1 to " + MAX_BYTES + " bytes");
    }
    if (!name.strip().equals(name) || name.codePoints().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          what
              + " name \""
              + abbreviated(name)
              + "\": a name has no control characters and no spaces at its ends");
    }
    if (name.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE)) {
      throw new IllegalArgumentException(
          what + " name: a name is Unicode text; remove the half of a surrogate pair from it");
    }
    return name;
  }

  /** Code points order as their UTF-8 bytes do; UTF-16 units would not: a surrogate sorts last. */
  private static int compareCodePoints(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean xAbove = Character.isSurrogate(x);
        return xAbove == Character.isSurrogate(y) ? x - y : xAbove ? 1 : -1;
      }
    }
    return a.length() - b.length();
  }

  private static String abbreviated(String name) {
    String plain = name.replaceAll("\\p{Cntrl}", "?");
    return plain.length() <= 40 ? plain : plain.substring(0, 40) + "...";
  }
}
