package io.ballast.store;

/** Names and texts as the configuration file has them: in double quotes where HOCON needs them. */
public final class ConfigText {
  private ConfigText() {}

  /** A name as a part of a key. */
  public static String key(String name) {
    return name.matches("[A-Za-z0-9_-]+") ? name : quoted(name);
  }

  /** A text as a value. */
  public static String value(String text) {
    boolean plain =
        text.matches("[A-Za-z0-9_./-]+") && !text.contains("//") && !text.equals("null");
    return plain ? text : quoted(text);
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 8).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c >= 0x20 && c <= 0x7e) {
        quoted.append(c);
      } else {
        quoted.append(String.format("\\u%04x", (int) c));
      }
    }
    return quoted.append('"').toString();
  }
}
