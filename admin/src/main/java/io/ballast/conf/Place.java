package io.ballast.conf;

import com.typesafe.config.ConfigOrigin;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a file.
 *
 * @param file the file's name as problems show it
 * @param line the line, from 1; 0 for the file as a whole
 */
record Place(String file, int line) {
  /** {@code name: 3}, or {@code name: 3-9} for an object that was written in two parts. */
  private static final Pattern DESCRIPTION = Pattern.compile("(?s)(.+?): (\\d+)(?:-\\d+)?(?:,.*)?");

  private static final String MERGED = "merge of ";

  /** Where a parsed value was written, or empty if it came from elsewhere than a file. */
  static Optional<Place> of(ConfigOrigin origin) {
    String description = origin.description();
    if (description.startsWith(MERGED)) {
      description = description.substring(MERGED.length());
    }
    Matcher matcher = DESCRIPTION.matcher(description);
    return matcher.matches()
        ? Optional.of(new Place(matcher.group(1), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }
}
