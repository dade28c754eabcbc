package io.ballast.conf;

import com.typesafe.config.ConfigException;

/** The parser's exceptions in the form of a problem. */
final class Faults {
  /** For a place whose text must not be shown. */
  static final String UNQUOTED =
      "this is not HOCON, and is not shown as it is near a secret: look for a missing quote or"
          + " brace";

  private Faults() {}

  static Place place(ConfigException fault, String file) {
    Place whole = new Place(file, 0);
    return fault.origin() == null ? whole : Place.of(fault.origin()).orElse(whole);
  }

  /** The message without the place before it. */
  static String text(ConfigException fault) {
    String message = fault.getMessage();
    String origin = fault.origin() == null ? "" : fault.origin().description() + ": ";
    return message.startsWith(origin) ? message.substring(origin.length()) : message;
  }
}
