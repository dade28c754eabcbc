package io.ballast.http;

/**
 * Writes one JSON document (RFC 8259), value by value; the caller sees to it that objects hold
 * keys. Confined to one thread.
 */
final class JsonWriter {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private final StringBuilder text = new StringBuilder(1024);
  private boolean first = true;

  JsonWriter object() {
    return open('{');
  }

  JsonWriter endObject() {
    return close('}');
  }

  JsonWriter array() {
    return open('[');
  }

  JsonWriter endArray() {
    return close(']');
  }

  /** The name of the value that follows. */
  JsonWriter key(String name) {
    separate();
    quote(name);
    text.append(':');
    first = true;
    return this;
  }

  JsonWriter value(String value) {
    separate();
    quote(value);
    return this;
  }

  JsonWriter value(long value) {
    separate();
    text.append(value);
    return this;
  }

  JsonWriter value(boolean value) {
    separate();
    text.append(value);
    return this;
  }

  JsonWriter nothing() {
    separate();
    text.append("null");
    return this;
  }

  JsonWriter put(String name, String value) {
    return key(name).value(value);
  }

  JsonWriter put(String name, long value) {
    return key(name).value(value);
  }

  JsonWriter put(String name, boolean value) {
    return key(name).value(value);
  }

  String text() {
    return text.toString();
  }

  Bytes bytes() {
    return Bytes.of(text());
  }

  private JsonWriter open(char bracket) {
    separate();
    text.append(bracket);
    first = true;
    return this;
  }

  private JsonWriter close(char bracket) {
    text.append(bracket);
    first = false;
    return this;
  }

  private void separate() {
    if (!first) {
      text.append(',');
    }
    first = false;
  }

  private void quote(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ' || (Character.isSurrogate(c) && !paired(value, i))) {
        text.append("\\u").append(HEX[c >> 12]).append(HEX[(c >> 8) & 0xf]);
        text.append(HEX[(c >> 4) & 0xf]).append(HEX[c & 0xf]);
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }

  private static boolean paired(String value, int at) {
    char c = value.charAt(at);
    return Character.isHighSurrogate(c)
        ? at + 1 < value.length() && Character.isLowSurrogate(value.charAt(at + 1))
        : at > 0 && Character.isHighSurrogate(value.charAt(at - 1));
  }
}
