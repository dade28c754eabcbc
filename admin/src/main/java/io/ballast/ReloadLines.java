package io.ballast;

import io.ballast.command.Quoting;
import io.ballast.conf.Configuration;
import io.ballast.relay.ListenerSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What a reload changes, a line each. A reload and its dry run are told by the same lines, made of
 * the same edit. Lives within one call.
 */
final class ReloadLines {
  private final List<String> changes = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final List<String> restarts = new ArrayList<>();

  private ReloadLines() {}

  /**
   * The lines of an edit.
   *
   * @param inForce the configuration that the process runs by
   * @param edited the one that was read
   */
  static ReloadLines of(Configuration inForce, Configuration edited, ProxyEdit edit) {
    ReloadLines lines = new ReloadLines();
    lines.clusters(edit);
    lines.listeners(edit.was().listeners(), edit.settings().listeners());
    settings(SettingsInForce.ofProcess(inForce), SettingsInForce.ofProcess(edited), lines.restarts);
    if (!inForce.telnet().secret().equals(edited.telnet().secret())) {
      lines.restarts.removeIf(line -> line.startsWith("admin.secret"));
      lines.restarts.add("admin.secret: changed");
    }
    return lines;
  }

  /** What changes. */
  List<String> changes() {
    return changes;
  }

  /** What was set at run time and gives way. */
  List<String> warnings() {
    return warnings;
  }

  /** What differs and cannot change while the process runs. */
  List<String> restarts() {
    return restarts;
  }

  private void clusters(ProxyEdit edit) {
    Map<String, ClusterPolicy> was = byName(edit.was().clusters(), it -> it.cluster().name());
    Map<String, ClusterPolicy> now = byName(edit.settings().clusters(), it -> it.cluster().name());
    was.keySet().stream()
        .filter(name -> !now.containsKey(name))
        .forEach(name -> changes.add("cluster " + word(name) + ": removed, its sessions end"));
    now.keySet().stream()
        .filter(name -> !was.containsKey(name))
        .forEach(name -> changes.add("cluster " + word(name) + ": added"));
    for (ClusterEdit cluster : edit.clusters()) {
      changes.addAll(ClusterLines.of(cluster));
      settings(SettingsInForce.of(cluster.was()), SettingsInForce.of(cluster.policy()), changes);
      String name = word(cluster.policy().cluster().name());
      ClusterLines.unserved(cluster)
          .forEach(warning -> warnings.add("cluster " + name + ": " + warning));
      cluster.warnings().forEach(warning -> warnings.add("cluster " + name + ": " + warning));
    }
  }

  private void listeners(List<ListenerSettings> before, List<ListenerSettings> after) {
    Map<String, ListenerSettings> was = byName(before, ListenerSettings::name);
    Map<String, ListenerSettings> now = byName(after, ListenerSettings::name);
    for (String name : both(was.keySet(), now.keySet())) {
      ListenerSettings old = was.get(name);
      ListenerSettings next = now.get(name);
      if (old == null) {
        changes.add(
            "listener "
                + word(name)
                + ": added on "
                + next.bind()
                + " for cluster "
                + word(next.cluster()));
      } else if (next == null) {
        changes.add("listener " + word(name) + ": removed, its sessions go on");
      } else {
        settings(SettingsInForce.of(old), SettingsInForce.of(next), changes);
      }
    }
  }

  /** Compares lines {@code key = value}. */
  private static void settings(List<String> was, List<String> now, List<String> lines) {
    Map<String, String> before = keys(was);
    Map<String, String> after = keys(now);
    for (String key : both(before.keySet(), after.keySet())) {
      change(lines, key, before.get(key), after.get(key));
    }
  }

  private static Map<String, String> keys(List<String> lines) {
    Map<String, String> keys = new LinkedHashMap<>();
    for (String line : lines) {
      int equals = line.indexOf(" = ");
      keys.put(line.substring(0, equals), line.substring(equals + 3));
    }
    return keys;
  }

  /** Adds a line if the two differ; null is none. */
  static void change(List<String> lines, String what, Object was, Object now) {
    if (!Objects.equals(was, now)) {
      lines.add(what + ": " + text(was) + " -> " + text(now));
    }
  }

  private static String text(Object value) {
    return value == null ? "none" : String.valueOf(value);
  }

  static String word(String name) {
    return Quoting.word(name);
  }

  private static <T> Map<String, T> byName(List<T> all, Function<T, String> name) {
    Map<String, T> map = new TreeMap<>();
    all.forEach(one -> map.put(name.apply(one), one));
    return map;
  }

  /** The members of either, sorted. */
  static <K extends Comparable<K>> Set<K> both(Set<K> some, Set<K> others) {
    Set<K> all = new TreeSet<>(some);
    all.addAll(others);
    return all;
  }
}
