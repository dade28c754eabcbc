package io.ballast.command;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words after the command's own, taken from left to right. Each reading method takes the next
 * word or says what is missing or wrong, with the command's usage. Made for one run of a command.
 */
public final class Arguments {
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
  private static final Map<String, Duration> UNITS =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1));

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

  /**
   * The next word in another form.
   *
   * @param form throws {@link IllegalArgumentException}, with a message for the operator, if the
   *     word has not that form
   */
  public <T> T read(String what, Function<Word, T> form) {
    return checked(word(what), form);
  }

  /**
   * The next word as a length of time, such as {@code 90s}: a whole number and one of ms, s, m, h.
   */
  public Duration duration(String what, Duration max) {
    Word word = word(what);
    Matcher parts = DURATION.matcher(word.toString());
    if (parts.matches()) {
      Duration value = UNITS.get(parts.group(2)).multipliedBy(Integer.parseInt(parts.group(1)));
      if (value.compareTo(max) <= 0) {
        return value;
      }
    }
    throw usage.error(
        what
            + " = "
            + word
            + ": a length of time is a whole number and ms, s, m or h, such as 90s, and at most "
            + max.toSeconds()
            + "s");
  }

  /** Makes a value of words that were taken, or says with the command's usage what is wrong. */
  public <A, T> T checked(A from, Function<A, T> form) {
    try {
      return form.apply(from);
    } catch (IllegalArgumentException e) {
      throw usage.error(e.getMessage());
    }
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
