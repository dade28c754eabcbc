package io.ballast.ring;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A weighted consistent-hash ring over named nodes. Immutable; a change makes a new ring.
 *
 * <p>A node of weight w owns the points {@code name#0} to {@code name#(w · pointsPerWeight - 1)},
 * each at the {@linkplain RingHash hash} of this label. A hash belongs to the node of the first
 * point at or after it, clockwise: positions are compared unsigned, and after the last point comes
 * the first. Of two points on one position the one of the node whose name sorts first owns it. So a
 * lowered weight gives up the highest-numbered points and touches no other, raising it again
 * restores the very same ring, and the order of the changes that led to a ring never matters.
 *
 * <p>Inside a ring a node is known by its index, 0 to {@link #size()} - 1, in the order of the
 * UTF-8 bytes of the names. The index holds for this ring only: adding or removing a node shifts
 * those after it. Compare nodes of two rings by name.
 */
public final class Ring {
  /** The owner that a ring without points names, and the end of a walk. */
  public static final int NONE = -1;

  /** The nodes that a ring may have, those of weight 0 included. */
  public static final int MAX_NODES = Short.MAX_VALUE;

  private final RingSettings settings;
  private final String[] names;
  private final int[] weights;
  private final int nodesWithPoints;
  private final Points points;

  private Ring(RingSettings settings, String[] names, int[] weights, Points points) {
    this.settings = settings;
    this.names = names;
    this.weights = weights;
    this.nodesWithPoints = (int) Arrays.stream(weights).filter(weight -> weight > 0).count();
    this.points = points;
  }

  /** Returns a ring without nodes. */
  public static Ring empty(RingSettings settings) {
    Objects.requireNonNull(settings, "settings");
    return new Ring(settings, new String[0], new int[0], Points.EMPTY);
  }

  /**
   * Builds a ring from scratch.
   *
   * @param weights the weight, 0 or more, of each node by its name
   * @throws TooManyPointsException if the weights need more points than the settings allow
   * @throws IllegalArgumentException if a weight is below 0, a name has no UTF-8 form, or there are
   *     more than {@link #MAX_NODES} nodes
   */
  public static Ring of(RingSettings settings, Map<String, Integer> weights) {
    Objects.requireNonNull(settings, "settings");
    TreeMap<String, Integer> sorted = new TreeMap<>(NodeNames.ORDER);
    sorted.putAll(weights);
    sorted.forEach(Ring::requireNode);
    requireRoom(sorted.size());
    String[] names = sorted.keySet().toArray(String[]::new);
    int[] values = sorted.values().stream().mapToInt(Integer::intValue).toArray();
    requirePoints(values, settings);
    int[] counts = Arrays.stream(values).map(w -> w * settings.pointsPerWeight()).toArray();
    return new Ring(settings, names, values, Points.of(names, counts));
  }

  /**
   * Returns this ring with the node {@code name} at {@code weight}: added if it is new, changed if
   * not. With weight 0 it stays a node, without points. Only the points that the node gains or
   * releases are computed.
   *
   * @throws TooManyPointsException if the ring would need more points than the settings allow
   * @throws IllegalArgumentException if the weight is below 0, the name has no UTF-8 form, or the
   *     ring is full
   */
  public Ring withWeight(String name, int weight) {
    int node = indexOf(name);
    if (node < 0) {
      return withNode(name, weight);
    }
    if (weights[node] == weight) {
      return this;
    }
    requireNode(name, weight);
    int[] newWeights = weights.clone();
    newWeights[node] = weight;
    requirePoints(newWeights, settings);
    return new Ring(settings, names, newWeights, repoint(points, node, name, weight));
  }

  /** Returns this ring without the node {@code name}; this very ring if it has no such node. */
  public Ring without(String name) {
    int node = indexOf(name);
    if (node < 0) {
      return this;
    }
    String[] newNames = new String[names.length - 1];
    System.arraycopy(names, 0, newNames, 0, node);
    System.arraycopy(names, node + 1, newNames, node, newNames.length - node);
    int[] newWeights = new int[newNames.length];
    System.arraycopy(weights, 0, newWeights, 0, node);
    System.arraycopy(weights, node + 1, newWeights, node, newNames.length - node);
    Points released = repoint(points, node, name, 0);
    return new Ring(settings, newNames, newWeights, released.withNodeRemoved(node));
  }

  private Ring withNode(String name, int weight) {
    requireNode(name, weight);
    requireRoom(names.length + 1);
    int node = -NodeNames.find(names, name) - 1;
    String[] newNames = Arrays.copyOf(names, names.length + 1);
    System.arraycopy(names, node, newNames, node + 1, names.length - node);
    newNames[node] = name;
    int[] newWeights = Arrays.copyOf(weights, newNames.length);
    System.arraycopy(weights, node, newWeights, node + 1, names.length - node);
    newWeights[node] = 0;
    Ring added = new Ring(settings, newNames, newWeights, points.withNodeInserted(node));
    return added.withWeight(name, weight);
  }

  private Points repoint(Points from, int node, String name, int weight) {
    int before = points(node);
    int after = weight * settings.pointsPerWeight();
    int[] places = Labels.sortedPlaces(name, Math.min(before, after), Math.max(before, after));
    return after > before ? from.gain(node, places) : from.release(node, places);
  }

  /**
   * Returns the index of the node that owns {@code hash}, or {@link #NONE} if no node has points.
   */
  public int owner(int hash) {
    return points.owners[points.slot(hash)];
  }

  /**
   * Starts a walk over the nodes that have points, each once, in ring order from {@code hash} on;
   * the first is the {@linkplain #owner owner}.
   */
  public RingWalk walk(int hash) {
    return new RingWalk().start(this, hash);
  }

  /** Returns the settings that this ring was built with. */
  public RingSettings settings() {
    return settings;
  }

  /** Returns the number of nodes, those of weight 0 included. */
  public int size() {
    return names.length;
  }

  /** Returns whether no node has points, so that every hash has the owner {@link #NONE}. */
  public boolean isEmpty() {
    return nodesWithPoints == 0;
  }

  /** Returns how many nodes have points, that is a weight above 0. */
  public int nodesWithPoints() {
    return nodesWithPoints;
  }

  /** Returns the index of the node {@code name}, or {@link #NONE} if there is no such node. */
  public int indexOf(String name) {
    return Math.max(NONE, NodeNames.find(names, name));
  }

  /**
   * Returns the name of the node at {@code index}.
   *
   * @throws IndexOutOfBoundsException if there is no such node; so for {@link #NONE}
   */
  public String name(int index) {
    return names[index];
  }

  /** Returns the weight of the node at {@code index}. */
  public int weight(int index) {
    return weights[index];
  }

  /** Returns the number of points of the node at {@code index}. */
  public int points(int index) {
    return weights[index] * settings.pointsPerWeight();
  }

  /** Returns the number of points of all nodes together. */
  public int totalPoints() {
    return points.count();
  }

  /** Returns the nodes and their weights, for messages. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("Ring[");
    for (int node = 0; node < names.length; node++) {
      text.append(node == 0 ? "" : ", ").append(names[node]).append(": ").append(weights[node]);
    }
    return text.append(']').toString();
  }

  Points pointsOnRing() {
    return points;
  }

  private static void requireNode(String name, int weight) {
    NodeNames.requireEncodable(name);
    if (weight < 0) {
      throw new IllegalArgumentException(
          "node %s: weight = %d: a weight is 0 or more; 0 leaves the node without points"
              .formatted(name, weight));
    }
  }

  private static void requireRoom(int nodes) {
    if (nodes > MAX_NODES) {
      throw new IllegalArgumentException(
          "%d nodes: a ring has at most %d; remove nodes or divide them into zones"
              .formatted(nodes, MAX_NODES));
    }
  }

  private static void requirePoints(int[] weights, RingSettings settings) {
    long sum = Arrays.stream(weights).asLongStream().sum();
    long points = sum * settings.pointsPerWeight();
    if (points > settings.maxPoints()) {
      throw new TooManyPointsException(sum, points, settings);
    }
  }
}
