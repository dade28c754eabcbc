package io.ballast.loadtest.report;

/** Text in a page of markup. */
final class Markup {
  private Markup() {}

  /** The text, so that none of it is taken for markup, in an element or an attribute. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(codePoint -> append(escaped, codePoint));
    return escaped.toString();
  }

  private static void append(StringBuilder escaped, int codePoint) {
    switch (codePoint) {
      case '&' -> escaped.append("&amp;");
      case '<' -> escaped.append("&lt;");
      case '>' -> escaped.append("&gt;");
      case '"' -> escaped.append("&quot;");
      case '\n', '\t' -> escaped.appendCodePoint(codePoint);
      default -> escaped.appendCodePoint(codePoint < ' ' ? '\ufffd' : codePoint);
    }
  }
}
