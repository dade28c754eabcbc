package io.ballast.conf;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A settings record's or a parser's complaint: {@code key = value: rule and remedy}, {@code key of
 * something = value: …}, {@code thing "value": …}, or a rule alone.
 *
 * @param text the exception's message
 */
record Breach(String text) {
  private static final Pattern OF_KEY =
      Pattern.compile("(?s)([A-Za-z][A-Za-z0-9-]*)(?: of .+?)? = (.*?): (?<rule>.+)");
  private static final Pattern OF_VALUE = Pattern.compile("(?s)[a-z ]+ \".*\": (?<rule>.+)");

  /** The key that it names, in the way of writing of files: {@code maxSessions} is max-sessions. */
  Optional<String> key() {
    Matcher matcher = OF_KEY.matcher(text);
    return matcher.matches()
        ? Optional.of(
            matcher.group(1).replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT))
        : Optional.empty();
  }

  /** The rule without key and value. */
  String rule() {
    for (Pattern form : List.of(OF_KEY, OF_VALUE)) {
      Matcher matcher = form.matcher(text);
      if (matcher.matches()) {
        return matcher.group("rule");
      }
    }
    return text;
  }
}
