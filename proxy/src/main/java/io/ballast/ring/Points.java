package io.ballast.ring;

import java.util.Arrays;

/**
 * The sorted points of a ring with an index on their top bits. Immutable.
 *
 * <p>A point's <em>place</em> is its position with the top bit flipped, so that the signed
 * comparison of the JVM is the unsigned one of the ring. {@code places} and {@code owners} are
 * sorted by place, then owner (the node's index, so its name), and end with a <em>sentinel</em>
 * that is no point: it lies on the last place and has the owner of the first point. A search
 * therefore always ends inside the arrays and wraps around without a branch; on a ring without
 * points it finds the sentinel alone, which {@link Ring#NONE} owns.
 *
 * <p>{@code index[b]} is the number of points whose positions have top bits below {@code b}. It has
 * a power of two of entries that depends on the number of points alone, so equal points have equal
 * arrays however they came about.
 */
final class Points {
  /** The points of a ring that has none. */
  static final Points EMPTY = sealed(new int[1], new short[1]);

  final int[] places;
  final short[] owners;
  final int[] index;
  private final int shift;

  private Points(int[] places, short[] owners, int[] index) {
    this.places = places;
    this.owners = owners;
    this.index = index;
    this.shift = Integer.numberOfLeadingZeros(index.length) + 1;
  }

  /** Returns the place of a position, or the position of a place. */
  static int place(int position) {
    return position ^ Integer.MIN_VALUE;
  }

  /** Builds from scratch: node {@code i} has the first {@code counts[i]} points of its name. */
  static Points of(String[] names, int[] counts) {
    long[] keys = new long[Arrays.stream(counts).sum()];
    int filled = 0;
    for (int node = 0; node < names.length; node++) {
      for (int place : Labels.places(names[node], 0, counts[node])) {
        keys[filled++] = (long) place << 32 | node;
      }
    }
    Arrays.sort(keys);
    int[] places = new int[filled + 1];
    short[] owners = new short[filled + 1];
    for (int i = 0; i < filled; i++) {
      places[i] = (int) (keys[i] >> 32);
      owners[i] = (short) keys[i];
    }
    return sealed(places, owners);
  }

  /** Returns the number of points, the sentinel not counted. */
  int count() {
    return places.length - 1;
  }

  /** Returns the slot of the first point at or after {@code hash}, or of the sentinel. */
  int slot(int hash) {
    int place = place(hash);
    int slot = index[hash >>> shift];
    while (places[slot] < place) {
      slot++;
    }
    return slot;
  }

  /** Adds points of {@code node} on the given places, which are sorted. */
  Points gain(int node, int[] gained) {
    int[] newPlaces = new int[places.length + gained.length];
    short[] newOwners = new short[newPlaces.length];
    int from = 0;
    int to = 0;
    for (int place : gained) {
      int at = find(place, node, from);
      copy(from, at, newPlaces, newOwners, to);
      to += at - from;
      from = at;
      newPlaces[to] = place;
      newOwners[to++] = (short) node;
    }
    copy(from, places.length, newPlaces, newOwners, to);
    return sealed(newPlaces, newOwners, gained, 1);
  }

  /** Removes points of {@code node} from the given places, which are sorted and all there. */
  Points release(int node, int[] released) {
    int[] newPlaces = new int[places.length - released.length];
    short[] newOwners = new short[newPlaces.length];
    int from = 0;
    int to = 0;
    for (int place : released) {
      int at = find(place, node, from);
      copy(from, at, newPlaces, newOwners, to);
      to += at - from;
      from = at + 1;
    }
    copy(from, places.length, newPlaces, newOwners, to);
    return sealed(newPlaces, newOwners, released, -1);
  }

  /** Makes room for another node at {@code node}: the nodes from there on move up by one. */
  Points withNodeInserted(int node) {
    short[] renumbered = new short[owners.length];
    for (int i = 0; i < renumbered.length; i++) {
      renumbered[i] = (short) (owners[i] + (owners[i] >= node ? 1 : 0));
    }
    return new Points(places, renumbered, index);
  }

  /** Closes the gap of {@code node}, which has no points: the nodes after it move down by one. */
  Points withNodeRemoved(int node) {
    short[] renumbered = new short[owners.length];
    for (int i = 0; i < renumbered.length; i++) {
      renumbered[i] = (short) (owners[i] - (owners[i] > node ? 1 : 0));
    }
    return new Points(places, renumbered, index);
  }

  /** Returns the first slot from {@code from} on that is not before the given point. */
  private int find(int place, int node, int from) {
    int slot = Math.max(from, index[bucket(place, shift)]);
    int count = count();
    while (slot < count
        && (places[slot] < place || (places[slot] == place && owners[slot] < node))) {
      slot++;
    }
    return slot;
  }

  private void copy(int from, int end, int[] toPlaces, short[] toOwners, int to) {
    System.arraycopy(places, from, toPlaces, to, end - from);
    System.arraycopy(owners, from, toOwners, to, end - from);
  }

  /**
   * Completes a change, given what it added (step 1) or removed (step -1), by shifting the index.
   */
  private Points sealed(int[] newPlaces, short[] newOwners, int[] changed, int step) {
    if (indexSize(newPlaces.length - 1) != index.length) {
      return sealed(newPlaces, newOwners);
    }
    setSentinel(newPlaces, newOwners);
    int[] newIndex = new int[index.length];
    int from = 0;
    int shifted = 0;
    for (int place : changed) {
      int end = bucket(place, shift) + 1;
      shiftIndex(newIndex, from, end, shifted);
      from = end;
      shifted += step;
    }
    shiftIndex(newIndex, from, newIndex.length, shifted);
    return new Points(newPlaces, newOwners, newIndex);
  }

  private void shiftIndex(int[] to, int from, int end, int by) {
    for (int b = from; b < end; b++) {
      to[b] = index[b] + by;
    }
  }

  /** Completes sorted points, the last slot still free, with the sentinel and a new index. */
  private static Points sealed(int[] places, short[] owners) {
    setSentinel(places, owners);
    int count = places.length - 1;
    int[] index = new int[indexSize(count)];
    int shift = Integer.numberOfLeadingZeros(index.length) + 1;
    int bucket = 0;
    for (int i = 0; i < count; i++) {
      int end = bucket(places[i], shift);
      while (bucket < end) {
        index[++bucket] = i;
      }
    }
    Arrays.fill(index, bucket + 1, index.length, count);
    return new Points(places, owners, index);
  }

  private static void setSentinel(int[] places, short[] owners) {
    int count = places.length - 1;
    places[count] = Integer.MAX_VALUE;
    owners[count] = count == 0 ? Ring.NONE : owners[0];
  }

  private static int bucket(int place, int shift) {
    return place(place) >>> shift;
  }

  /** Returns the power of two that gives each entry one to two points; 2 at least. */
  private static int indexSize(int count) {
    return Math.max(2, Integer.highestOneBit(count));
  }
}
