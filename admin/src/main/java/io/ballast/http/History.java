package io.ballast.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many sessions each node of a cluster had over the last hour: a ring of samples a node, so
 * that the memory is bounded by the nodes. A node that had none for the whole hour, since it is not
 * there any more, is forgotten. Confined to one thread.
 */
final class History {
  /** How many samples are kept. */
  static final int SAMPLES = 360;

  /** The time from one sample to the next. */
  static final int PERIOD_SECONDS = 10;

  /** The sample of a node that was not there. */
  static final int ABSENT = -1;

  private final Map<String, int[]> rings = new HashMap<>();
  private int next;
  private int taken;

  /** Takes a sample: live sessions by node. */
  void sample(Map<String, Integer> live) {
    rings.values().forEach(ring -> ring[next] = ABSENT);
    live.forEach(
        (node, count) -> rings.computeIfAbsent(node, name -> absentThroughout())[next] = count);
    rings.values().removeIf(ring -> Arrays.stream(ring).allMatch(count -> count == ABSENT));
    next = (next + 1) % SAMPLES;
    taken = Math.min(taken + 1, SAMPLES);
  }

  private static int[] absentThroughout() {
    int[] ring = new int[SAMPLES];
    Arrays.fill(ring, ABSENT);
    return ring;
  }

  /** The nodes that there are samples of, sorted by name. */
  List<String> nodes() {
    return new ArrayList<>(new TreeMap<>(rings).keySet());
  }

  /** The samples of a node, the oldest first and the last one just taken. */
  int[] of(String node) {
    int[] ring = rings.getOrDefault(node, absentThroughout());
    int[] samples = new int[taken];
    for (int i = 0; i < taken; i++) {
      samples[i] = ring[Math.floorMod(next - taken + i, SAMPLES)];
    }
    return samples;
  }
}
