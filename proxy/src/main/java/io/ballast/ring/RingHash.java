package io.ballast.ring;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * The hash that puts identities and labels on the ring: FNV-1a, 32 bits, over the bytes, then the
 * 32-bit finalizer of MurmurHash3.
 *
 * <p>FNV-1a alone leaves labels that differ in their last digits close together; the finalizer, a
 * bijection, spreads them over the whole space. All 2<sup>32</sup> values are positions, compared
 * unsigned. The function is part of the contract between proxies: two of them that know the same
 * nodes and weights name the same owner for an identity.
 *
 * @see <a href="http://www.isthe.com/chongo/tech/comp/fnv/">FNV, by its authors</a>
 * @see <a href="https://github.com/aappleby/smhasher/wiki/MurmurHash3">MurmurHash3, by its
 *     author</a>
 */
public final class RingHash {
  /** The state before the first byte (the offset basis of FNV-1a, 32 bits). */
  static final int START = 0x811c9dc5;

  private static final int PRIME = 0x01000193;

  private RingHash() {}

  /** Hashes all of {@code bytes}; no bytes at all have a hash too. */
  public static int hash(byte[] bytes) {
    return finish(absorb(START, bytes, 0, bytes.length));
  }

  /**
   * Hashes {@code length} bytes from {@code offset} on.
   *
   * @throws IndexOutOfBoundsException if the range is not within {@code bytes}
   */
  public static int hash(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return finish(absorb(START, bytes, offset, offset + length));
  }

  /** Hashes the UTF-8 bytes of {@code text}. Text of ASCII characters only is not copied. */
  public static int hash(String text) {
    return finish(absorb(START, text));
  }

  /** Takes the UTF-8 bytes of {@code text} into {@code state}. */
  static int absorb(int state, String text) {
    int result = state;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return absorb(state, bytes, 0, bytes.length);
      }
      result = absorb(result, c);
    }
    return result;
  }

  /** Takes one byte, given as 0 to 255, into {@code state}. */
  static int absorb(int state, int unsignedByte) {
    return (state ^ unsignedByte) * PRIME;
  }

  /** Turns the state after the last byte into the hash. */
  static int finish(int state) {
    int h = state;
    h ^= h >>> 16;
    h *= 0x85ebca6b;
    h ^= h >>> 13;
    h *= 0xc2b2ae35;
    h ^= h >>> 16;
    return h;
  }

  private static int absorb(int state, byte[] bytes, int from, int to) {
    int result = state;
    for (int i = from; i < to; i++) {
      result = absorb(result, bytes[i] & 0xff);
    }
    return result;
  }
}
