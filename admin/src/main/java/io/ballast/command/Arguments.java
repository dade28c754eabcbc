package io.ballast.command;

import java.util.List;

/**
 * The words after the command's own, taken from left to right. Each reading method takes the next
 * word or says what is missing or wrong, with the command's usage. Made for one run of a command.
 */
public final class Arguments {
  private final Usage usage;
  private final List<Word> words;
  private int next;

  Arguments(Usage usage, List<Word> words) {
    this.usage = usage;
    this.words = List.copyOf(words);
  }

  /** Whether there is another word. */
  public boolean hasNext() {
    return next < words.size();
  }

  /**
   * The next word.
   *
   * @param what what it is called in the usage line
   */
  public Word word(String what) {
    if (!hasNext()) {
      throw usage.error(what + " is missing");
    }
    return words.get(next++);
  }

  /** The next word as text, such as the name of a node or zone. */
  public String text(String what) {
    return word(what).text();
  }

  /**
   * The next word as a whole number.
   *
   * @param rule what the number may be, for the error, for example {@code a weight is 0 or more}
   */
  public int integer(String what, int min, int max, String rule) {
    Word word = word(what);
    try {
      int value = Integer.parseInt(word.text());
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below, in words that name the rule.
    }
    throw usage.error(what + " = " + word + ": " + rule);
  }

  /** Takes the next word if it is the keyword, in any case; otherwise leaves it. */
  public boolean accept(String keyword) {
    boolean found = hasNext() && words.get(next).is(keyword);
    if (found) {
      next++;
    }
    return found;
  }

  /** Ends the reading: another word is an error. */
  public void end() {
    if (hasNext()) {
      throw usage.error(words.get(next) + " is one word too many");
    }
  }

  /** An error that says what is wrong and how the command is given. */
  public CommandException error(String what) {
    return usage.error(what);
  }
}
