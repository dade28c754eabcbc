package io.ballast.command;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A configuration that a caller sends in parts, to ask what it would do. Confined to the thread
 * that runs the caller's commands.
 */
final class Candidate {
  /** Room for some 100,000 sets with a zone each. */
  private static final int MOST_BYTES = 4 * 1024 * 1024;

  private ByteArrayOutputStream bytes = new ByteArrayOutputStream(0);

  void clear() {
    bytes = new ByteArrayOutputStream(0);
  }

  /** Adds a part. */
  void add(byte[] part) {
    if (bytes.size() + part.length > MOST_BYTES) {
      throw new CommandException(
          Code.REFUSED,
          "a configuration sent this way has at most "
              + MOST_BYTES
              + " bytes; put the file where the process reads its own, and use PLAN RELOAD");
    }
    bytes.write(part, 0, part.length);
  }

  int size() {
    return bytes.size();
  }

  /** All of it; it is forgotten afterwards. */
  String text() {
    if (bytes.size() == 0) {
      throw new CommandException(
          Code.CONFLICT, "there is no candidate: send it with CANDIDATE first");
    }
    String text = bytes.toString(StandardCharsets.UTF_8);
    clear();
    return text;
  }
}
