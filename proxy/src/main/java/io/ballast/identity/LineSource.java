package io.ballast.identity;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.ballast.cluster.Origin;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The identity is what a pattern's group {@code id} finds in the first line. */
final class LineSource implements IdentitySource {
  /** The most bytes of a first line, its end included. */
  static final int MAX_BYTES = 4096;

  private static final String GROUP = "id";

  private final Pattern pattern;

  LineSource(String pattern) {
    this.pattern = compile(pattern);
  }

  /** Compiles a pattern and makes sure that it has the group. */
  static Pattern compile(String pattern) {
    Pattern compiled;
    try {
      compiled = Pattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "line = \"" + pattern + "\": not a pattern that RE2 understands: " + e.getMessage(), e);
    }
    if (!compiled.namedGroups().containsKey(GROUP)) {
      throw new IllegalArgumentException(
          "line = \""
              + pattern
              + "\": the pattern needs a group that says which part is the identity, such as"
              + " ^HELLO (?P<id>\\S+)");
    }
    return compiled;
  }

  @Override
  public Identification identify(Origin origin, ByteBuffer bytes) {
    int start = bytes.position();
    int seen = Math.min(bytes.remaining(), MAX_BYTES);
    int length = 0;
    while (length < seen && bytes.get(start + length) != '\n') {
      length++;
    }
    if (length == seen) {
      return seen < MAX_BYTES
          ? Identification.NEED_MORE
          : new Identification.Malformed(
              "no line end in the first " + MAX_BYTES + " bytes: the first line is shorter");
    }
    if (length > 0 && bytes.get(start + length - 1) == '\r') {
      length--;
    }
    byte[] line = new byte[length];
    bytes.get(start, line);
    return inLine(new String(line, StandardCharsets.ISO_8859_1));
  }

  private Identification inLine(String line) {
    Matcher matcher = pattern.matcher(line);
    String id = matcher.find() ? matcher.group(GROUP) : null;
    return id == null
        ? Identification.NONE
        : IdentityBytes.OPAQUE.identification("identity", id.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Override
  public int maxBytes() {
    return MAX_BYTES;
  }
}
