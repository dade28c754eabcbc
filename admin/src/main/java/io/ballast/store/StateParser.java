package io.ballast.store;

import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.Pin;
import io.ballast.cluster.Ramp;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Zone;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Makes kept values from the lines between the first and the last of a state file. Strict: a line
 * that it does not know, or a value that is there twice, is an error. Lives within one reading.
 */
final class StateParser {
  private final SortedMap<String, KeptValues> clusters = KeptTopology.sorted();

  /** The same few zones are named once a set; one copy of each name is enough. */
  private final Map<String, String> names = new HashMap<>();

  private String cluster;
  private SortedMap<String, Kept<String>> zones;
  private SortedMap<String, Kept<Node>> nodes;
  private SortedMap<String, Kept<Integer>> weights;
  private SortedMap<String, Kept<String>> nodeZones;
  private SortedMap<String, KeptRamp> ramps;
  private SortedMap<String, Long> deadlines;
  private Optional<Boolean> rebalance;
  private SortedMap<SetId, Kept<String>> affinities;
  private SortedMap<SetId, Kept<Pin>> pins;

  /**
   * Takes the next line.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  void line(String line) {
    LineScanner scanner = new LineScanner(line);
    String key = scanner.word();
    if (key.equals("cluster")) {
      scanner.expect(" ");
      startCluster(scanner.quotedText());
    } else if (cluster == null) {
      throw new IllegalArgumentException("there should be a cluster line before it");
    } else {
      value(key, scanner);
    }
    scanner.end();
  }

  /** All that was read, by cluster. */
  SortedMap<String, KeptValues> finish() {
    finishCluster();
    return clusters;
  }

  private void startCluster(String name) {
    finishCluster();
    if (clusters.containsKey(name)) {
      throw twice();
    }
    cluster = name;
    zones = KeptTopology.sorted();
    nodes = KeptTopology.sorted();
    weights = KeptTopology.sorted();
    nodeZones = KeptTopology.sorted();
    ramps = KeptTopology.sorted();
    deadlines = KeptTopology.sorted();
    rebalance = Optional.empty();
    affinities = new TreeMap<>();
    pins = new TreeMap<>();
  }

  private void finishCluster() {
    if (cluster != null) {
      KeptTopology topology =
          new KeptTopology(zones, nodes, weights, nodeZones, ramps, deadlines, rebalance);
      clusters.put(cluster, new KeptValues(cluster, topology, affinities, pins));
    }
  }

  private void value(String key, LineScanner scanner) {
    if (key.equals("rebalance")) {
      rebalance(scanner);
      return;
    }
    scanner.expect(" ");
    byte[] quoted = scanner.quoted();
    scanner.expect(" = ");
    if (key.equals("affinity")) {
      put(affinities, SetId.of(quoted), kept(scanner, this::sharedName));
      return;
    }
    if (key.equals("pin")) {
      put(pins, SetId.of(quoted), kept(scanner, this::pin));
      return;
    }
    String name = new String(quoted, StandardCharsets.UTF_8);
    switch (key) {
      case "zone" -> put(zones, name, kept(scanner, in -> backup(name, in)));
      case "node" -> put(nodes, name, kept(scanner, in -> node(name, in)));
      case "weight" -> put(weights, name, kept(scanner, LineScanner::intNumber));
      case "node-zone" -> put(nodeZones, name, kept(scanner, this::sharedName));
      case "ramp" -> put(ramps, name, ramp(name, scanner));
      case "deadline" -> put(deadlines, name, deadline(scanner));
      default -> throw new IllegalArgumentException("there is no such value as " + key);
    }
  }

  private static <K, V> void put(Map<K, V> map, K key, V value) {
    if (map.put(key, value) != null) {
      throw twice();
    }
  }

  private static IllegalArgumentException twice() {
    return new IllegalArgumentException("it is there twice");
  }

  private static <V> Kept<V> kept(LineScanner in, Function<LineScanner, V> read) {
    Optional<V> value = optional(in, read);
    in.expect(", configured ");
    return new Kept<>(value, optional(in, read));
  }

  private static <V> Optional<V> optional(LineScanner in, Function<LineScanner, V> read) {
    return in.skip("none") ? Optional.empty() : Optional.of(read.apply(in));
  }

  private void rebalance(LineScanner in) {
    if (rebalance.isPresent()) {
      throw twice();
    }
    in.expect(" = off, configured on");
    rebalance = Optional.of(false);
  }

  private String sharedName(LineScanner in) {
    return names.computeIfAbsent(in.quotedText(), name -> name);
  }

  private String backup(String zone, LineScanner in) {
    in.expect("backup ");
    return new Zone(zone, sharedName(in)).backup();
  }

  private Node node(String name, LineScanner in) {
    in.expect("address ");
    HostPort address = HostPort.parse(in.quotedText());
    in.expect(" zone ");
    String zone = sharedName(in);
    in.expect(" weight ");
    int weight = in.intNumber();
    in.expect(" max-sessions ");
    return new Node(name, address, zone, weight, in.intNumber());
  }

  private KeptRamp ramp(String node, LineScanner in) {
    in.expect("from ");
    int from = in.intNumber();
    in.expect(" to ");
    int to = in.intNumber();
    in.expect(" steps ");
    int steps = in.intNumber();
    in.expect(" done ");
    int done = in.intNumber();
    in.expect(" spacing-ms ");
    long spacingMillis = in.number();
    in.expect(" deadline ");
    OptionalLong deadline =
        in.skip("none") ? OptionalLong.empty() : OptionalLong.of(instantMillis(in.word()));
    in.expect(", configured ");
    return new KeptRamp(
        new Ramp(node, from, to, steps, done, spacingMillis, deadline),
        optional(in, LineScanner::intNumber));
  }

  /** No configuration has a deadline. */
  private static long deadline(LineScanner in) {
    long millis = instantMillis(in.word());
    in.expect(", configured none");
    return millis;
  }

  private static long instantMillis(String text) {
    try {
      return Instant.parse(text).toEpochMilli();
    } catch (DateTimeParseException | ArithmeticException e) {
      throw new IllegalArgumentException(text + " is not a time", e);
    }
  }

  private Pin pin(LineScanner in) {
    if (in.skip("here")) {
      return Pin.ANYWHERE;
    }
    in.expect("node ");
    return new Pin(Optional.of(sharedName(in)));
  }
}
