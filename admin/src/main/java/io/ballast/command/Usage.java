package io.ballast.command;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How a command is given and what it does: the source of {@code HELP} and of usage errors.
 *
 * @param word the command's word, or two of them with a space between, in upper case
 * @param arguments what follows it, optional parts in brackets; empty if nothing does
 * @param help one line, for people
 * @param traits what the language checks before it runs the command
 */
public record Usage(String word, String arguments, String help, Set<Trait> traits) {
  private static final Pattern WORD = Pattern.compile("[A-Z][A-Z_]*( [A-Z]+)?");

  /** Checks the parts. */
  public Usage {
    if (!WORD.matcher(word).matches()) {
      throw new IllegalArgumentException(
          "word = " + word + ": a command is one or two words of A to Z and _");
    }
    Objects.requireNonNull(arguments, "arguments");
    Objects.requireNonNull(help, "help");
    traits = Set.copyOf(traits);
  }

  /** A command with the given traits. */
  public static Usage of(String word, String arguments, String help, Trait... traits) {
    Set<Trait> set = EnumSet.noneOf(Trait.class);
    set.addAll(Arrays.asList(traits));
    return new Usage(word, arguments, help, set);
  }

  /** How many words the command itself is. */
  int words() {
    return word.indexOf(' ') < 0 ? 1 : 2;
  }

  /** Whether the command has the trait. */
  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /** The command as it is typed, for example {@code SETWEIGHT name weight}. */
  public String line() {
    return arguments.isEmpty() ? word : word + " " + arguments;
  }

  /** An error that says what is wrong and how the command is given. */
  public CommandException error(String what) {
    return new CommandException(Code.USAGE, what + "; usage: " + line());
  }
}
