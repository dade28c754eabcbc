package io.ballast.relay;

import java.util.Random;

/** Bytes that no fault would bring about by chance. */
final class Noise {
  private Noise() {}

  static byte[] bytes(long seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }
}
