package io.ballast.identity;

import java.nio.ByteBuffer;

/**
 * The first bytes of a connection as a parser looks at them: numbered from 0, unsigned, big-endian
 * whatever the order of the buffer, which is left as it is.
 */
final class Peek {
  private final ByteBuffer bytes;
  private final int start;
  private final int length;

  private Peek(ByteBuffer bytes, int start, int length) {
    this.bytes = bytes;
    this.start = start;
    this.length = length;
  }

  /** The bytes from the buffer's position to its limit, at most {@code max} of them. */
  static Peek of(ByteBuffer bytes, int max) {
    return new Peek(bytes, bytes.position(), Math.min(bytes.remaining(), max));
  }

  /** The bytes from {@code from} to before {@code to}, or to the end if that comes first. */
  Peek part(int from, int to) {
    return new Peek(bytes, start + from, Math.min(to, length) - from);
  }

  /** How many bytes there are so far. */
  int length() {
    return length;
  }

  /** Whether there are {@code count} bytes. */
  boolean has(int count) {
    return count <= length;
  }

  int u8(int at) {
    return bytes.get(start + at) & 0xff;
  }

  int u16(int at) {
    return u8(at) << 8 | u8(at + 1);
  }

  int u24(int at) {
    return u8(at) << 16 | u16(at + 1);
  }

  long u32(int at) {
    return (long) u16(at) << 16 | u16(at + 2);
  }

  /** A copy of the bytes from {@code from} to before {@code to}. */
  byte[] copy(int from, int to) {
    byte[] copy = new byte[to - from];
    bytes.get(start + from, copy);
    return copy;
  }

  /** Whether {@code text}, which is ASCII, stands at {@code at}; all of it has to be there. */
  boolean reads(int at, String text) {
    for (int i = 0; i < text.length(); i++) {
      if (u8(at + i) != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
