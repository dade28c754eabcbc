package io.ballast.cluster;

/** Edits the zones of a draft. What is refused leaves the draft as it was. */
final class ZoneEdits {
  private ZoneEdits() {}

  static void add(SnapshotEditor draft, Zone zone) throws ChangeRefused {
    draft.requireZone(zone.backup());
    Zone old = draft.zones.putIfAbsent(zone.name(), zone);
    if (old != null && !old.equals(zone)) {
      throw ChangeRefused.conflict(
          "zone "
              + zone.name()
              + " is there already with backup "
              + old.backup()
              + "; change it with SETBACKUP");
    }
  }

  static void remove(SnapshotEditor draft, String name) throws ChangeRefused {
    draft.requireZone(name);
    if (name.equals(Zone.DEFAULT)) {
      throw ChangeRefused.refused("zone default is the last resort of every zone and stays");
    }
    for (NodeState state : draft.nodes.values()) {
      if (state.node().zone().equals(name)) {
        throw ChangeRefused.refused(
            "zone " + name + " has node " + state.name() + "; move its nodes with MOVE_NODE first");
      }
    }
    for (Zone zone : draft.zones.values()) {
      if (!zone.name().equals(name) && zone.backup().equals(name)) {
        throw ChangeRefused.refused(
            "zone "
                + name
                + " is the backup of zone "
                + zone.name()
                + "; give that another with SETBACKUP first");
      }
    }
    if (draft.affinity.names(name)) {
      throw ChangeRefused.refused(
          "zone "
              + name
              + " is named by an affinity; AFFINITY lists them, SETZONE changes those of single sets");
    }
    draft.zones.remove(name);
  }

  static void setBackup(SnapshotEditor draft, String name, String backup) throws ChangeRefused {
    draft.requireZone(name);
    draft.requireZone(backup);
    if (name.equals(Zone.DEFAULT) || name.equals(backup)) {
      throw ChangeRefused.refused(
          name.equals(Zone.DEFAULT)
              ? "zone default is the last resort of every zone and has no backup"
              : "zone " + name + " cannot back itself up; choose another, such as default");
    }
    draft.zones.put(name, new Zone(name, backup));
  }
}
