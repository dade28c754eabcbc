package io.ballast.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Inputs made from valid ones by damage, or by chance alone. Owned by one thread. */
final class Mutations {
  private static final int MAX_LENGTH = 20_000;
  private static final int MAX_STEPS = 6;
  private static final byte[] TELLING = {
    0, 1, 2, 3, 4, 9, 0x0a, 0x0d, ' ', '"', '/', '0', ':', 0x7e, 0x7f, (byte) 0x80, (byte) 0xff
  };

  private final Random random;
  private final List<byte[]> seeds;

  Mutations(Random random, List<byte[]> seeds) {
    this.random = random;
    this.seeds = seeds;
  }

  /** Another input: one in sixteen by chance alone, one in sixteen a valid one as it is. */
  byte[] next() {
    int kind = random.nextInt(16);
    if (kind == 0) {
      return noise(random.nextInt(300));
    }
    byte[] input = seed();
    int steps = kind == 1 ? 0 : 1 + random.nextInt(MAX_STEPS);
    for (int i = 0; i < steps; i++) {
      input = damaged(input);
    }
    return input.length <= MAX_LENGTH ? input : Arrays.copyOf(input, MAX_LENGTH);
  }

  private byte[] seed() {
    return seeds.get(random.nextInt(seeds.size())).clone();
  }

  private byte[] damaged(byte[] input) {
    if (input.length == 0) {
      return noise(1);
    }
    int at = random.nextInt(input.length);
    int to = at + random.nextInt(Math.min(input.length - at, 64) + 1);
    switch (random.nextInt(9)) {
      case 0 -> input[at] = (byte) (input[at] ^ (1 << random.nextInt(8)));
      case 1 -> input[at] = (byte) random.nextInt(256);
      case 2 -> input[at] = TELLING[random.nextInt(TELLING.length)];
      case 3 -> input[at] = (byte) (input[at] + (random.nextBoolean() ? 1 : -1));
      case 4 -> {
        return joined(input, at, new byte[0], input, to);
      }
      case 5 -> {
        return joined(input, at, noise(1 + random.nextInt(16)), input, at);
      }
      case 6 -> {
        return joined(input, to, Arrays.copyOfRange(input, at, to), input, to);
      }
      case 7 -> {
        byte[] other = seed();
        return joined(input, at, new byte[0], other, random.nextInt(other.length + 1));
      }
      default -> {
        return Arrays.copyOf(input, at);
      }
    }
    return input;
  }

  private static byte[] joined(byte[] head, int headTo, byte[] middle, byte[] tail, int tailFrom) {
    byte[] joined = Arrays.copyOf(head, headTo + middle.length + tail.length - tailFrom);
    System.arraycopy(middle, 0, joined, headTo, middle.length);
    System.arraycopy(tail, tailFrom, joined, headTo + middle.length, tail.length - tailFrom);
    return joined;
  }

  private byte[] noise(int length) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }
}
