package io.ballast.identity;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A message put together field by field. */
final class Bytes {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  Bytes u8(int value) {
    out.write(value);
    return this;
  }

  Bytes u16(int value) {
    return u8(value >> 8).u8(value);
  }

  Bytes u24(int value) {
    return u8(value >> 16).u16(value);
  }

  Bytes u32(int value) {
    return u16(value >> 16).u16(value);
  }

  Bytes raw(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  Bytes fill(int count, int value) {
    for (int i = 0; i < count; i++) {
      u8(value);
    }
    return this;
  }

  Bytes text(String text) {
    return raw(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The text and a zero byte. */
  Bytes cString(String text) {
    return text(text).u8(0);
  }

  /** The length in one byte, and the bytes. */
  Bytes sized8(Bytes bytes) {
    return u8(bytes.size()).raw(bytes.array());
  }

  /** The length in two bytes, and the bytes. */
  Bytes sized16(Bytes bytes) {
    return u16(bytes.size()).raw(bytes.array());
  }

  /** The length in three bytes, and the bytes. */
  Bytes sized24(Bytes bytes) {
    return u24(bytes.size()).raw(bytes.array());
  }

  /** A variable byte integer of MQTT. */
  Bytes variable(int value) {
    int left = value;
    while (left > 0x7f) {
      u8((left & 0x7f) | 0x80);
      left >>= 7;
    }
    return u8(left);
  }

  int size() {
    return out.size();
  }

  byte[] array() {
    return out.toByteArray();
  }
}
