package io.ballast.ring;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The ring as simply as it can be said: every label hashed by itself, all points in one sorted
 * list, searched from its start. It shares nothing with {@link Ring} but the hash.
 */
final class SortedListRing {
  record Point(long position, String node) {}

  private static final Comparator<String> BY_UTF8_BYTES =
      (a, b) ->
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

  final TreeMap<String, Integer> weights = new TreeMap<>(BY_UTF8_BYTES);
  final List<Point> points = new ArrayList<>();

  SortedListRing(int pointsPerWeight, Map<String, Integer> weights) {
    this.weights.putAll(weights);
    weights.forEach(
        (node, weight) -> {
          for (int i = 0; i < weight * pointsPerWeight; i++) {
            points.add(new Point(Integer.toUnsignedLong(RingHash.hash(node + "#" + i)), node));
          }
        });
    points.sort(
        Comparator.comparingLong(Point::position).thenComparing(Point::node, BY_UTF8_BYTES));
  }

  /** Returns the owner of {@code hash}, or null if there are no points. */
  String owner(int hash) {
    return points.isEmpty() ? null : points.get(first(hash)).node();
  }

  /** Returns the nodes with points in ring order from {@code hash} on. */
  List<String> walk(int hash) {
    List<String> met = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      String node = points.get((first(hash) + i) % points.size()).node();
      if (!met.contains(node)) {
        met.add(node);
      }
    }
    return met;
  }

  private int first(int hash) {
    long position = Integer.toUnsignedLong(hash);
    for (int i = 0; i < points.size(); i++) {
      if (points.get(i).position() >= position) {
        return i;
      }
    }
    return 0;
  }
}
