package io.ballast.cluster;

import io.ballast.ring.RingHash;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The identity of a set: 1 to 1,024 bytes taken from its connection. Two sets are the same exactly
 * if their bytes are. Immutable; its place on a ring is computed once.
 */
public final class SetId implements Comparable<SetId> {
  /** The longest identity, in bytes. */
  public static final int MAX_LENGTH = 1024;

  // Odd, and not to be known outside of the process.
  private static final long MULTIPLIER = new SecureRandom().nextLong() | 1;

  private final byte[] bytes;
  private final int ringHash;
  private final int tableHash;

  private SetId(byte[] bytes) {
    this.bytes = bytes;
    this.ringHash = RingHash.hash(bytes);
    this.tableHash = tableHash(bytes);
  }

  private static int tableHash(byte[] bytes) {
    long hash = MULTIPLIER;
    for (byte b : bytes) {
      hash = (hash ^ b) * MULTIPLIER;
    }
    return (int) (hash >>> Integer.SIZE);
  }

  /**
   * The identity with these bytes, which are copied.
   *
   * @throws IllegalArgumentException if there are none, or more than {@link #MAX_LENGTH}
   */
  public static SetId of(byte[] bytes) {
    return owning(bytes.clone());
  }

  /** The identity with the first so many of these bytes; see {@link #of(byte[])}. */
  public static SetId of(byte[] bytes, int length) {
    return owning(Arrays.copyOf(bytes, length));
  }

  private static SetId owning(byte[] bytes) {
    if (bytes.length == 0 || bytes.length > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "identity of "
              + bytes.length
              + " bytes: an identity has 1 to "
              + MAX_LENGTH
              + " bytes; take a shorter part of what the set sends");
    }
    return new SetId(bytes);
  }

  /** The identity whose bytes are this text in UTF-8; see {@link #of(byte[])}. */
  public static SetId of(String text) {
    return owning(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A copy of the bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** How many bytes the identity has. */
  public int length() {
    return bytes.length;
  }

  /** The identity's place on every ring. */
  public int ringHash() {
    return ringHash;
  }

  /**
   * The identity's place in open tables. It differs from process to process: clients name
   * themselves, and none must be able to choose identities that all have the same place.
   */
  public int tableHash() {
    return tableHash;
  }

  /** The bytes read as UTF-8; bytes that are none become U+FFFD, so this is for people only. */
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public int compareTo(SetId other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SetId that
        && that.ringHash == ringHash
        && Arrays.equals(that.bytes, bytes);
  }

  @Override
  public int hashCode() {
    return ringHash;
  }

  /** The text with everything but printable ASCII escaped as {@code \xNN}, so a log line holds. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(bytes.length);
    for (byte b : bytes) {
      if (b > 0x20 && b < 0x7f && b != '\\' && b != '"') {
        text.append((char) b);
      } else {
        text.append(String.format("\\x%02x", b & 0xff));
      }
    }
    return text.toString();
  }
}
