package io.ballast.store;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * Reads a state file whole or not at all: once for its last line's checksum, and only if that holds
 * again for its values.
 */
final class StateReader {
  private static final Pattern HEADER = Pattern.compile(StateText.MAGIC + "([1-9][0-9]{0,8})\n");

  /** No line that is written comes near this; a file of another kind may have one without end. */
  private static final int MAX_LINE_BYTES = 65_536;

  private StateReader() {}

  /** Says what is wrong with a file, and at which line. */
  static final class Malformed extends Exception {
    Malformed(String message) {
      super(message, null, false, false);
    }
  }

  /**
   * The kept values by cluster.
   *
   * @throws Malformed if the file is torn, cut short, of another kind or of a later version
   */
  static SortedMap<String, KeptValues> read(Path file) throws IOException, Malformed {
    verify(file);
    StateParser parser = new StateParser();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      byte[] line = line(in, 1);
      for (long number = 1; !isEnd(line); number++) {
        if (number > 1) {
          parse(parser, line, number);
        }
        line = line(in, number + 1);
      }
    }
    return parser.finish();
  }

  private static void parse(StateParser parser, byte[] line, long number) throws Malformed {
    try {
      parser.line(new String(line, 0, line.length - 1, StandardCharsets.ISO_8859_1));
    } catch (IllegalArgumentException e) {
      throw new Malformed("its line " + number + " cannot be understood: " + e.getMessage());
    }
  }

  private static void verify(Path file) throws IOException, Malformed {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      byte[] line = line(in, 1);
      checkHeader(line);
      CRC32C crc = new CRC32C();
      long lines = 0;
      while (!isEnd(line)) {
        crc.update(line);
        lines++;
        line = line(in, lines + 1);
      }
      if (!Arrays.equals(line, StateText.end(lines, crc.getValue()))) {
        throw new Malformed("it is damaged: its content does not match the checksum at its end");
      }
      if (in.read() >= 0) {
        throw new Malformed("it is damaged: something follows its end at line " + (lines + 1));
      }
    }
  }

  private static void checkHeader(byte[] line) throws Malformed {
    Matcher header = HEADER.matcher(new String(line, StandardCharsets.ISO_8859_1));
    if (!header.matches()) {
      throw anotherKind();
    }
    int version = Integer.parseInt(header.group(1));
    if (version > StateText.VERSION) {
      throw new Malformed(
          "it has version "
              + version
              + " of the format, and this program reads versions up to "
              + StateText.VERSION
              + "; start the later version of the program that wrote it");
    }
  }

  private static boolean isEnd(byte[] line) {
    return line.length > 4 && line[0] == 'e' && line[1] == 'n' && line[2] == 'd' && line[3] == ' ';
  }

  /** The next line with its line feed. */
  private static byte[] line(InputStream in, long number) throws IOException, Malformed {
    ByteArrayOutputStream line = new ByteArrayOutputStream(128);
    int b;
    do {
      b = in.read();
      if (b < 0) {
        throw cutShort(line.toString(StandardCharsets.ISO_8859_1), number);
      }
      if (line.size() == MAX_LINE_BYTES) {
        throw new Malformed("it is not a state file: its line " + number + " has no end");
      }
      line.write(b);
    } while (b != '\n');
    return line.toByteArray();
  }

  private static Malformed cutShort(String last, long number) {
    return number == 1 && !StateText.MAGIC.startsWith(last) && !last.startsWith(StateText.MAGIC)
        ? anotherKind()
        : new Malformed("it is cut short: it stops in line " + number + ", before its end line");
  }

  private static Malformed anotherKind() {
    return new Malformed(
        "it is not a state file: its first line is not \""
            + StateText.MAGIC
            + StateText.VERSION
            + "\"");
  }
}
