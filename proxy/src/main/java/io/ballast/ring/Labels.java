package io.ballast.ring;

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

  private static int absorbDecimal(int state, int number) {
    int higher = number / 10;
    int before = higher == 0 ? state : absorbDecimal(state, higher);
    return RingHash.absorb(before, '0' + number % 10);
  }
}
