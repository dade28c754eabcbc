package io.ballast.conf;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is wrong with the text of a file, in this program's words: the parser's are about its tokens
 * and about JSON, and name no remedy, or one that does not help here. What the parser says of each
 * kind of fault is held by a test, so that another version of it is noticed.
 */
final class Syntax {
  private static final String QUOTES = "in double quotes";

  /**
   * A kind of fault.
   *
   * @param found what the parser says of it, somewhere in its message
   * @param said what is said instead; {@code $1} is what the parser names
   */
  private record Fault(Pattern found, String said) {
    static Fault of(String found, String said) {
      return new Fault(Pattern.compile(found, Pattern.DOTALL), said);
    }

    Optional<String> explain(String message) {
      Matcher matcher = found.matcher(message);
      if (!matcher.find()) {
        return Optional.empty();
      }
      return Optional.of(matcher.groupCount() == 0 ? said : said.replace("$1", matcher.group(1)));
    }
  }

  /** The first that fits counts: the more special ones come first. */
  private static final List<Fault> FAULTS =
      List.of(
          Fault.of(
              "unescaped newline in quoted strings",
              "a text in double quotes goes on beyond its line: end it with a \", or write \\n for a"
                  + " line end in it"),
          Fault.of(
              "backslash followed by '(.)', this is not a valid escape",
              "\\$1 means nothing in a text in double quotes: write \\\\$1, with two backslashes"),
          Fault.of(
              "Malformed hex digits after",
              "\\u in a text in double quotes is not followed by four hexadecimal digits: write it"
                  + " like \\u00e9"),
          Fault.of(
              "unescaped control character 0x([0-9a-f]+)",
              "a text in double quotes holds the control character 0x$1: write it as \\u and four"
                  + " hexadecimal digits"),
          Fault.of(
              "'\\$' not followed by \\{",
              "a $ stands alone: write ${NAME} for a substitution, or the whole value " + QUOTES),
          Fault.of(
              "'\\+' not followed by =",
              "a + stands alone: write += without a space, or the whole text " + QUOTES),
          Fault.of(
              "expecting include parameter",
              "an include does not name its file " + QUOTES + ": write include \"more.conf\""),
          Fault.of(
              "file root", "the file is a list: it has to be an object, such as ballast { … }"),
          Fault.of(
              "unbalanced close brace '(.)'",
              "this $1 closes nothing: take it out, or open what it is to close"),
          Fault.of(
              "List should have ended .*token: '(.)'",
              "the list is not closed before this $1: close it with ], or put a comma before its"
                  + " next value; a value with $1 in it stands "
                  + QUOTES),
          Fault.of(
              "Reserved character '(.)'",
              "a $1 may not stand outside of double quotes: put the whole text " + QUOTES),
          Fault.of(
              "(?:Expecting close brace|Expecting end of input).*got '(.)'",
              "a $1 is not expected here: put a text that holds one "
                  + QUOTES
                  + ", such as \"127.0.0.1:6800\"; keys of an object stand in braces"),
          Fault.of(
              "Expecting a value but got wrong token: ('.'|'newline'|end of file)",
              "there is no value before $1: write one, or take the key out"),
          Fault.of(
              "Key '(.*?)' may not be followed by",
              "the key $1 has no value: write $1 = value, or $1 { … }"),
          Fault.of(
              "end of file",
              "the file ends before all is closed: look for a ${, a { or a [ without its end"),
          Fault.of(
              "expecting a close parentheses '\\)' here, not: '(.)'",
              "a key is expected, and not this $1: write the key before it, or take it out"),
          Fault.of(
              "leading, trailing, or two adjacent period",
              "a key has an empty part: take out the period that is too many, or put a part that"
                  + " holds one "
                  + QUOTES),
          Fault.of(
              "Cannot concatenate",
              "a list or an object stands beside another value, which together are none: put a"
                  + " comma or a line end between them"),
          Fault.of(
              "Could not resolve substitution to a value: (\\S+) was part of a cycle",
              "$1 is made of itself, by way of others: give one of them a value of its own"));

  private Syntax() {}

  /** What the parser's message means, and what to do. */
  static String explain(String message) {
    return FAULTS.stream()
        .flatMap(fault -> fault.explain(message).stream())
        .findFirst()
        .orElseGet(
            () ->
                "this is not HOCON: "
                    + message.replaceFirst("(?s) \\(if you .*", "")
                    + ": look for a missing quote, brace or comma");
  }
}
