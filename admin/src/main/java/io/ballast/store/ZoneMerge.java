package io.ballast.store;

import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Zone;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * The zones of a merge. A zone that was removed stays until {@link #removeUnnamed}: an edited
 * configuration may name it again. Lives within one merge.
 */
final class ZoneMerge {
  private final SortedMap<String, String> configured;
  private final SortedMap<String, String> backups = KeptTopology.sorted();
  private final Set<String> removed = new TreeSet<>();
  private final Precedence precedence;

  ZoneMerge(ClusterSettings configured, KeptTopology kept, Precedence precedence) {
    this.configured = KeptTopology.backupsByName(configured.zones());
    this.precedence = precedence;
    backups.putAll(this.configured);
    kept.zones().forEach(this::settle);
    backups.replaceAll(this::existingBackup);
  }

  private void settle(String zone, Kept<String> kept) {
    Optional<String> now = Optional.ofNullable(configured.get(zone));
    Optional<String> backup =
        precedence.settle("zone " + zone, kept, now, name -> "backup " + name);
    if (backup.isPresent()) {
      backups.put(zone, backup.get());
    } else if (now.isPresent()) {
      removed.add(zone);
    }
  }

  /** Only a kept backup can be missing: a configuration names zones that it has. */
  private String existingBackup(String zone, String backup) {
    if (exists(backup)) {
      return backup;
    }
    String instead = configured.getOrDefault(zone, Zone.DEFAULT);
    precedence.dropped(
        "zone " + zone, "backup " + backup, "there is no zone " + backup + " any more");
    return instead;
  }

  /** Whether there is a zone of that name, or one that was removed and may come back. */
  boolean exists(String zone) {
    return zone.equals(Zone.DEFAULT) || backups.containsKey(zone);
  }

  /** Removes the zones that were removed, but for those that something names by now. */
  void removeUnnamed(Set<String> named) {
    boolean progress = true;
    while (progress) {
      progress = false;
      for (String zone : List.copyOf(removed)) {
        if (!named.contains(zone) && !isBackup(zone)) {
          backups.remove(zone);
          removed.remove(zone);
          progress = true;
        }
      }
    }
    removed.forEach(
        zone -> precedence.dropped("zone " + zone, "none", "the configuration now needs the zone"));
  }

  private boolean isBackup(String zone) {
    return backups.containsValue(zone);
  }

  /** The zones as merged. */
  List<Zone> zones() {
    List<Zone> zones = new ArrayList<>();
    backups.forEach((name, backup) -> zones.add(new Zone(name, backup)));
    return zones;
  }
}
