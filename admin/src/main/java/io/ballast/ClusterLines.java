package io.ballast;

import static io.ballast.ReloadLines.both;
import static io.ballast.ReloadLines.change;

import io.ballast.cluster.Affinity;
import io.ballast.cluster.AffinityRule;
import io.ballast.cluster.Node;
import io.ballast.cluster.NodeState;
import io.ballast.cluster.Pin;
import io.ballast.cluster.SetId;
import io.ballast.cluster.SetTable;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.Zone;
import io.ballast.cluster.ZoneState;
import io.ballast.command.Quoting;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a reload changes in a cluster, a line each: what holds before and after, wherever it comes
 * from. Lives within one call.
 */
final class ClusterLines {
  private final List<String> lines = new ArrayList<>();
  private final ClusterEdit edit;
  private final String cluster;
  private final Snapshot before;
  private final Snapshot after;

  private ClusterLines(ClusterEdit edit) {
    this.edit = edit;
    this.cluster = edit.policy().cluster().name();
    this.before = edit.before();
    this.after = edit.after();
  }

  /** The lines of nodes, zones and sets. */
  static List<String> of(ClusterEdit edit) {
    ClusterLines cluster = new ClusterLines(edit);
    cluster.zones();
    cluster.nodes();
    cluster.rules();
    cluster.sets(
        "zone of set ",
        edit.before().affinity().sets(),
        edit.after().affinity().sets(),
        "by rule",
        Quoting::word);
    cluster.sets(
        "pin of set ", edit.before().pins(), edit.after().pins(), "none", ClusterLines::text);
    return cluster.lines;
  }

  /** The lines of zones whose sets have no node any more. */
  static List<String> unserved(ClusterEdit edit) {
    List<String> lines = new ArrayList<>();
    for (ZoneState zone : edit.after().zones()) {
      boolean was =
          edit.before().zone(zone.name()).filter(z -> serves(edit.before(), z)).isPresent();
      if (was && !serves(edit.after(), zone)) {
        lines.add(
            "no node of a weight above 0 is left for new sessions of zone "
                + Quoting.word(zone.name())
                + "; live sessions stay");
      }
    }
    return lines;
  }

  private static boolean serves(Snapshot snapshot, ZoneState zone) {
    return snapshot.chain(zone).stream().anyMatch(link -> link.weight() > 0);
  }

  private String in(String name) {
    return Quoting.label(cluster + "/" + name);
  }

  private String in(SetId set) {
    ByteArrayOutputStream name = new ByteArrayOutputStream();
    name.writeBytes((cluster + "/").getBytes(StandardCharsets.UTF_8));
    name.writeBytes(set.bytes());
    return Quoting.label(name.toByteArray());
  }

  private void zones() {
    Map<String, String> was = backups(before);
    Map<String, String> now = backups(after);
    for (String zone : both(was.keySet(), now.keySet())) {
      if (!was.containsKey(zone)) {
        lines.add("zone " + in(zone) + ": added, backup " + Quoting.word(now.get(zone)));
      } else if (!now.containsKey(zone)) {
        lines.add("zone " + in(zone) + ": removed");
      } else {
        changed("backup of zone " + in(zone), was.get(zone), now.get(zone));
      }
    }
  }

  private void changed(String what, String was, String now) {
    change(lines, what, Quoting.word(was), Quoting.word(now));
  }

  private void nodes() {
    Map<String, Node> was = byName(before);
    Map<String, Node> now = byName(after);
    Set<String> leaving = new HashSet<>();
    edit.leaving().forEach(node -> leaving.add(node.name()));
    Set<String> configured = new HashSet<>();
    edit.was().cluster().nodes().forEach(node -> configured.add(node.name()));
    for (String name : both(was.keySet(), now.keySet())) {
      if (!was.containsKey(name)) {
        added(now.get(name));
      } else if (!leaving.contains(name)) {
        compare(was.get(name), now.get(name));
      } else if (configured.contains(name) || was.get(name).weight() > 0) {
        lines.add("node " + in(name) + ": removed when its last session has left it");
      }
    }
  }

  private void added(Node node) {
    lines.add(
        "node "
            + in(node.name())
            + ": added, address "
            + node.address()
            + " zone "
            + Quoting.word(node.zone())
            + " weight "
            + node.weight());
  }

  private void compare(Node was, Node now) {
    String node = in(now.name());
    change(lines, "address " + node, was.address(), now.address());
    changed("zone of node " + node, was.zone(), now.zone());
    change(lines, "weight " + node, was.weight(), now.weight());
    change(lines, "max-sessions " + node, was.maxSessions(), now.maxSessions());
  }

  private void rules() {
    List<AffinityRule> was = before.affinity().rules();
    List<AffinityRule> now = after.affinity().rules();
    if (!was.equals(now)) {
      lines.add(
          "rules " + Quoting.label(cluster) + ": " + was.size() + " -> " + now.size() + ", edited");
    }
    change(
        lines,
        "pinned-patterns " + Quoting.label(cluster),
        patterns(before.affinity()),
        patterns(after.affinity()));
  }

  private static String patterns(Affinity affinity) {
    return affinity.pinned().isEmpty()
        ? "none"
        : affinity.pinned().stream()
            .map(pattern -> Quoting.word(pattern.pattern()))
            .collect(Collectors.joining(" "));
  }

  private <V> void sets(
      String what, SetTable<V> was, SetTable<V> now, String none, Function<V, String> text) {
    if (was == now) {
      return;
    }
    Set<SetId> all = new TreeSet<>();
    was.forEach((set, value) -> all.add(set));
    now.forEach((set, value) -> all.add(set));
    for (SetId set : all) {
      change(
          lines,
          what + in(set),
          Optional.ofNullable(was.get(set)).map(text).orElse(none),
          Optional.ofNullable(now.get(set)).map(text).orElse(none));
    }
  }

  private static String text(Pin pin) {
    return pin.node().map(Quoting::word).orElse("where it is");
  }

  private static Map<String, String> backups(Snapshot snapshot) {
    Map<String, String> backups = new TreeMap<>();
    snapshot.zones().stream()
        .map(state -> state.zone())
        .filter(zone -> !zone.name().equals(Zone.DEFAULT))
        .forEach(zone -> backups.put(zone.name(), zone.backup()));
    return backups;
  }

  private static Map<String, Node> byName(Snapshot snapshot) {
    Map<String, Node> nodes = new TreeMap<>();
    for (NodeState state : snapshot.nodes()) {
      nodes.put(state.name(), state.node());
    }
    return nodes;
  }
}
