package io.ballast.fuzz;

import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Feeds damaged and random bytes to a check, from a seed that is printed. The system property
 * {@code ballast.fuzz.iterations} sets how many inputs each run takes, {@code ballast.fuzz.seed}
 * another seed:
 *
 * <pre>mvn verify -DskipITs -Dtest='*Fuzz*' -Dballast.fuzz.iterations=1000000 \
 *     -Dsurefire.failIfNoSpecifiedTests=false</pre>
 */
public final class Fuzzing {
  private static final long SEED = 20_260_701;

  private Fuzzing() {}

  /**
   * Runs the check.
   *
   * @param name what is checked, for the output
   * @param iterations how many inputs in the normal build
   * @param seeds valid inputs, from which the others are made
   * @param check throws if the parser breaks a promise for these bytes
   */
  public static void run(String name, int iterations, List<byte[]> seeds, Consumer<byte[]> check) {
    long seed = Long.getLong("ballast.fuzz.seed", SEED);
    long count = Long.getLong("ballast.fuzz.iterations", iterations);
    System.out.printf("fuzz %s: %d inputs from seed %d%n", name, count, seed);
    Mutations mutations = new Mutations(new Random(seed), seeds);
    for (long i = 0; i < count; i++) {
      byte[] input = mutations.next();
      try {
        check.accept(input);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(
            "fuzz %s, seed %d, input %d: %s".formatted(name, seed, i, Hex.text(input)), e);
      }
    }
  }
}
