package io.ballast.command;

import java.util.Collection;
import java.util.Optional;

/** Which of the known words a mistyped one was meant to be. */
final class Nearest {
  private static final int CLOSE_ENOUGH = 2;

  private Nearest() {}

  /**
   * The word fewest slips away: a letter too many, too few, wrong, or swapped with the next one.
   * None if it takes more than two, or as many as the word has letters. Of equals, the first.
   */
  static Optional<String> to(String typed, Collection<String> known) {
    String best = null;
    int fewest = Math.min(CLOSE_ENOUGH, typed.length() - 1);
    for (String word : known) {
      int slips =
          Math.abs(word.length() - typed.length()) > fewest ? fewest + 1 : slips(typed, word);
      if (slips < fewest || (slips == fewest && best == null)) {
        fewest = slips;
        best = word;
      }
    }
    return Optional.ofNullable(best);
  }

  /** Optimal string alignment distance, by its usual recurrence over prefixes. */
  private static int slips(String a, String b) {
    int[][] least = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        least[i][j] = i == 0 || j == 0 ? i + j : slip(least, a, b, i, j);
      }
    }
    return least[a.length()][b.length()];
  }

  private static int slip(int[][] least, String a, String b, int i, int j) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int slips = least[i - 1][j - 1] + (same ? 0 : 1);
    slips = Math.min(slips, Math.min(least[i - 1][j], least[i][j - 1]) + 1);
    if (i > 1
        && j > 1
        && a.charAt(i - 1) == b.charAt(j - 2)
        && a.charAt(i - 2) == b.charAt(j - 1)) {
      slips = Math.min(slips, least[i - 2][j - 2] + 1);
    }
    return slips;
  }
}
