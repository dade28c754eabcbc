package io.ballast.loadtest.bench;

import io.ballast.ring.Ring;
import io.ballast.ring.RingDifference;
import io.ballast.ring.RingHash;
import io.ballast.ring.RingSettings;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Lookup, change, difference and build of a ring whose nodes have the weight 100 at 128 points a
 * unit.
 *
 * <p>Hashes come from a Weyl sequence, which costs an addition, reads no memory, and never lets the
 * processor guess the next bucket; an array of them would compete with the ring for the cache.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RingBenchmark {
  private static final int WEYL_STEP = 0x9e3779b9;
  private static final int WEIGHT = 100;
  private static final String KEY = "set-1234";
  private static final String CHANGED = "node-7";
  private static final VarHandle LAST_BYTES =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

  /** How many nodes the ring has. */
  @Param({"10", "50"})
  public int nodes;

  private final Map<String, Integer> weights = new HashMap<>();
  private final byte[] key = KEY.getBytes(StandardCharsets.US_ASCII);
  private Ring ring;
  private Ring lowered;
  private Ring halved;
  private Ring drained;
  private int hash;

  /** Builds the rings. */
  @Setup
  public void build() {
    for (int i = 0; i < nodes; i++) {
      weights.put("node-" + i, WEIGHT);
    }
    ring = fullBuild();
    lowered = ring.withWeight(CHANGED, WEIGHT - 1);
    halved = ring.withWeight(CHANGED, WEIGHT / 2);
    drained = ring.withWeight(CHANGED, 0);
  }

  /** Finds the owner of a hash. */
  @Benchmark
  public int ownerOfHash() {
    hash += WEYL_STEP;
    return ring.owner(hash);
  }

  /** Hashes a key of eight bytes and finds its owner. */
  @Benchmark
  public int ownerOfKey() {
    hash += WEYL_STEP;
    LAST_BYTES.set(key, KEY.length() - Integer.BYTES, hash);
    return ring.owner(RingHash.hash(key));
  }

  /** Finds the first four nodes for a hash, as placement does. */
  @Benchmark
  public int firstFourNodes() {
    hash += WEYL_STEP;
    var walk = ring.walk(hash);
    return walk.next() + walk.next() + walk.next() + walk.next();
  }

  /** Lowers a node's weight from 100 to 99. */
  @Benchmark
  public Ring releaseOneUnit() {
    return ring.withWeight(CHANGED, WEIGHT - 1);
  }

  /** Raises a node's weight from 99 to 100. */
  @Benchmark
  public Ring gainOneUnit() {
    return lowered.withWeight(CHANGED, WEIGHT);
  }

  /** Lowers a node's weight from 100 to 50. */
  @Benchmark
  public Ring releaseHalf() {
    return ring.withWeight(CHANGED, WEIGHT / 2);
  }

  /** Raises a node's weight from 50 to 100. */
  @Benchmark
  public Ring gainHalf() {
    return halved.withWeight(CHANGED, WEIGHT);
  }

  /** Lowers a node's weight from 100 to 0. */
  @Benchmark
  public Ring releaseAll() {
    return ring.withWeight(CHANGED, 0);
  }

  /** Raises a node's weight from 0 to 100. */
  @Benchmark
  public Ring gainAll() {
    return drained.withWeight(CHANGED, WEIGHT);
  }

  /** Finds what the step from 100 to 50 moves. */
  @Benchmark
  public long differenceOfHalf() {
    return RingDifference.between(ring, halved).movedHashes();
  }

  /** Builds the whole ring. */
  @Benchmark
  public Ring fullBuild() {
    return Ring.of(RingSettings.DEFAULT, weights);
  }
}
