package io.ballast.identity;

import io.ballast.identity.Identification.Malformed;

/**
 * Reads the fields of one message, one after another. A field that the message has no room for is
 * malformed, one whose bytes have not all come needs more; either is the reader's {@link
 * #outcome()}, after which nothing is read. A reader serves one call on one thread.
 */
final class FieldReader {
  /** The most bytes of a variable byte integer (MQTT 5.0, section 1.5.5). */
  private static final int MAX_VARIABLE_BYTES = 4;

  private static final int CONTINUES = 0x80;

  private final Peek seen;
  private final String message;
  private int at;
  private int end;
  private Identification outcome;

  /**
   * @param message the message's name, for people
   * @param at where its first field starts
   * @param end where it ends; may lie behind what has been seen
   */
  FieldReader(Peek seen, String message, int at, int end) {
    this.seen = seen;
    this.message = message;
    this.at = at;
    this.end = end;
  }

  /** A reader of the next {@code length} bytes as a message of their own. */
  FieldReader within(String part, int length) {
    return new FieldReader(seen, part, at, at + length);
  }

  /** Sets the message's end to {@code length} bytes from here. */
  void endsIn(int length) {
    end = at + length;
  }

  /** Whether the next {@code count} bytes are of this message and have come. */
  boolean has(String field, int count) {
    if (count > end - at) {
      outcome =
          new Malformed(
              "%s of %d bytes at byte %d: the %s ends at byte %d"
                  .formatted(field, count, at, message, end));
    } else if (!seen.has(at + count)) {
      outcome = Identification.NEED_MORE;
    }
    return outcome == null;
  }

  /** Why reading ended; null before. */
  Identification outcome() {
    return outcome;
  }

  /** Ends reading because a field breaks a rule. */
  Malformed malformed(String problem) {
    Malformed malformed = new Malformed(message + ": " + problem);
    outcome = malformed;
    return malformed;
  }

  /** How many bytes of the message are left, come or not. */
  int left() {
    return end - at;
  }

  /** Where the next field starts. */
  int at() {
    return at;
  }

  /** Takes a byte; {@link #has} has told that it is there. */
  int u8() {
    return seen.u8(at++);
  }

  /** Takes two bytes; {@link #has} has told that they are there. */
  int u16() {
    int value = seen.u16(at);
    at += 2;
    return value;
  }

  /** Passes over bytes; {@link #has} has told that they are there. */
  void skip(int count) {
    at += count;
  }

  /** Takes ASCII text if it is what stands here; {@link #has} has told that it is there. */
  boolean takes(String text) {
    if (!seen.reads(at, text)) {
      return false;
    }
    at += text.length();
    return true;
  }

  /** Takes bytes; {@link #has} has told that they are there. */
  byte[] bytes(int count) {
    byte[] taken = seen.copy(at, at + count);
    at += count;
    return taken;
  }

  /**
   * Takes a length of one or two bytes and makes sure that so many bytes stand behind it.
   *
   * @return the length, or -1 if reading has ended
   */
  int length(String field, int lengthBytes) {
    if (!has(field, lengthBytes)) {
      return -1;
    }
    int length = lengthBytes == 1 ? u8() : u16();
    return has(field, length) ? length : -1;
  }

  /**
   * Takes a variable byte integer: seven bits a byte, the lowest first. A padded one is taken too,
   * since every reader that takes it reads the same.
   *
   * @return the value, at most 268,435,455, or -1 if reading has ended
   */
  int variable(String field) {
    int value = 0;
    for (int i = 0; i < MAX_VARIABLE_BYTES; i++) {
      if (!has(field, 1)) {
        return -1;
      }
      int next = u8();
      value |= (next & ~CONTINUES) << (7 * i);
      if ((next & CONTINUES) == 0) {
        return value;
      }
    }
    malformed(field + " goes on after " + MAX_VARIABLE_BYTES + " bytes: it has no more");
    return -1;
  }
}
