package io.ballast.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes of a body. Immutable: who makes them keeps no reference to the array. */
final class Bytes implements Body {
  static final Bytes NONE = new Bytes(new byte[0]);

  private final byte[] bytes;

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  static Bytes of(byte[] bytes) {
    return new Bytes(bytes);
  }

  static Bytes of(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  int length() {
    return bytes.length;
  }

  byte[] copy() {
    return bytes.clone();
  }

  /** A buffer of them, without a copy; the caller's to release. */
  ByteBuf buffer() {
    return Unpooled.wrappedBuffer(bytes).asReadOnly();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes others && Arrays.equals(bytes, others.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
