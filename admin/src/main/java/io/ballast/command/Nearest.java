package io.ballast.command;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Which of the known words a mistyped one was meant to be: a command, a key, a value. */
public final class Nearest {
  private Nearest() {}

  /**
   * The known word nearest to the given one, if it is near: at most one slip in each three letters.
   * Case and separators do not count. Of equals, the first by natural order.
   */
  public static Optional<String> to(String typed, Collection<String> known) {
    String plain = plain(typed);
    return known.stream()
        .filter(word -> slips(plain, plain(word)) <= allowed(plain, plain(word)))
        .min(
            Comparator.<String>comparingInt(word -> slips(plain, plain(word)))
                .thenComparing(Comparator.naturalOrder()));
  }

  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[-_. ]", "");
  }

  private static int allowed(String a, String b) {
    return Math.min(a.length(), b.length()) / 3;
  }

  /**
   * The number of letters added, left out, exchanged or swapped with their neighbour: the optimal
   * string alignment distance.
   */
  static int slips(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(Math.min(last[j] + 1, row[j - 1] + 1), last[j - 1] + same);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      beforeLast = last;
      last = row;
    }
    return last[b.length()];
  }
}
