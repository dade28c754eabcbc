package io.ballast.ring;

import java.util.Arrays;

/** Finds where the labels {@code name#0}, {@code name#1}, … of a node lie on the ring. */
final class Labels {
  private Labels() {}

  /**
   * Returns the places of the labels {@code name#from} to {@code name#(to - 1)}, in this order, in
   * the form in which {@link Points} keeps them.
   */
  static int[] places(String name, int from, int to) {
    int[] places = new int[to - from];
    int prefix = RingHash.absorb(RingHash.absorb(RingHash.START, name), '#');
    int label = from;
    while (label < to) {
      // Labels of one ten share all but their last digit, and so the state of the hash before it.
      int tens = label / 10;
      int state = tens == 0 ? prefix : absorbDecimal(prefix, tens);
      int end = Math.min(to, tens * 10 + 10);
      for (; label < end; label++) {
        int hash = RingHash.finish(RingHash.absorb(state, '0' + label % 10));
        places[label - from] = Points.place(hash);
      }
    }
    return places;
  }

  /** Returns the places of {@link #places} sorted as {@link Points} sorts them. */
  static int[] sortedPlaces(String name, int from, int to) {
    return sorted(places(name, from, to));
  }

  /**
   * Sorts places by their top bits in one pass, which leaves one or two to an entry, and then those
   * that share an entry. Hashes are spread evenly, so this takes linear time, where {@link
   * Arrays#sort(int[])} would be most of the cost of a change.
   */
  private static int[] sorted(int[] places) {
    int buckets = Math.max(2, Integer.highestOneBit(places.length));
    int shift = Integer.numberOfLeadingZeros(buckets) + 1;
    int[] ends = new int[buckets];
    for (int place : places) {
      ends[Points.place(place) >>> shift]++;
    }
    for (int b = 1; b < buckets; b++) {
      ends[b] += ends[b - 1];
    }
    int[] sorted = new int[places.length];
    for (int place : places) {
      sorted[--ends[Points.place(place) >>> shift]] = place;
    }
    for (int i = 1; i < sorted.length; i++) {
      int place = sorted[i];
      int to = i;
      for (; to > 0 && sorted[to - 1] > place; to--) {
        sorted[to] = sorted[to - 1];
      }
      sorted[to] = place;
    }
    return sorted;
  }

  private static int absorbDecimal(int state, int number) {
    int higher = number / 10;
    int before = higher == 0 ? state : absorbDecimal(state, higher);
    return RingHash.absorb(before, '0' + number % 10);
  }
}
