package io.ballast.store;

import io.ballast.cluster.Change;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Pin;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The lines of one cluster in the state file. Lines of single sets, of which there may be 100,000,
 * are kept as they are written, so a change renews one of them and not all. Belongs to the store's
 * thread.
 */
final class KeptLines {
  private final String cluster;
  private List<byte[]> topology;
  private final SortedMap<SetId, byte[]> affinities = new TreeMap<>();
  private final SortedMap<SetId, byte[]> pins = new TreeMap<>();

  KeptLines(KeptValues kept) {
    cluster = kept.cluster();
    topology = StateText.topology(kept.topology());
    kept.affinities().forEach((set, zone) -> affinities.put(set, StateText.affinity(set, zone)));
    kept.pins().forEach((set, pin) -> pins.put(set, StateText.pin(set, pin)));
  }

  /**
   * Renews the lines that changes touch. To take changes back, it is called with the snapshot
   * before them.
   */
  void renew(ClusterSettings configured, List<Change> changes, Snapshot now) {
    topology = StateText.topology(KeptTopology.between(configured, now));
    for (Change change : changes) {
      if (change instanceof Change.SetZone edit) {
        renewAffinity(edit.set(), configured, now);
      } else if (change instanceof Change.PinSet edit) {
        renewPin(edit.set(), configured, now);
      } else if (change instanceof Change.UnpinSet edit) {
        renewPin(edit.set(), configured, now);
      }
    }
  }

  private void renewAffinity(SetId set, ClusterSettings configured, Snapshot now) {
    String old = configured.affinity().sets().get(set);
    KeptValues.difference(old, now.affinity().sets().get(set))
        .ifPresentOrElse(
            zone -> affinities.put(set, StateText.affinity(set, zone)),
            () -> affinities.remove(set));
  }

  private void renewPin(SetId set, ClusterSettings configured, Snapshot now) {
    Pin old = configured.pins().get(set);
    KeptValues.difference(old, now.pins().get(set))
        .ifPresentOrElse(pin -> pins.put(set, StateText.pin(set, pin)), () -> pins.remove(set));
  }

  /** Writes the lines; none if nothing is kept. */
  void writeTo(StateFile.LineSink lines) throws IOException {
    if (topology.isEmpty() && affinities.isEmpty() && pins.isEmpty()) {
      return;
    }
    lines.line(StateText.cluster(cluster));
    for (byte[] line : topology) {
      lines.line(line);
    }
    for (byte[] line : affinities.values()) {
      lines.line(line);
    }
    for (byte[] line : pins.values()) {
      lines.line(line);
    }
  }
}
