package io.ballast.command;

import io.ballast.RunningCluster;
import io.ballast.cluster.Change;
import io.ballast.cluster.Zone;
import io.ballast.cluster.ZoneState;
import java.util.List;
import java.util.stream.Stream;

/** The commands about zones. */
final class ZoneCommands {
  private static final String HEADER = "# name backup nodes weight healthy-weight sessions";

  private final ClusterCommands clusters;

  ZoneCommands(ClusterCommands clusters) {
    this.clusters = clusters;
  }

  List<Command> commands() {
    return List.of(
        clusters.showing(
            "ZONES",
            "",
            "every zone with its backup, nodes and the sessions of its sets",
            this::zones),
        clusters.changing(
            "ADD_ZONE",
            "name [backup]",
            "adds a zone; its backup is default if none is given",
            this::addZone),
        clusters.changing(
            "REMOVE_ZONE", "name", "removes a zone that nothing names any more", this::removeZone),
        clusters.changing(
            "SETBACKUP",
            "zone backup",
            "changes the zone that takes over for a zone",
            this::setBackup));
  }

  private Reply zones(RunningCluster cluster, Arguments arguments) {
    arguments.end();
    Stream<String> rows = cluster.snapshot().zones().stream().map(zone -> row(zone, cluster));
    return Reply.of(Stream.concat(Stream.of(HEADER), rows).iterator());
  }

  private static String row(ZoneState zone, RunningCluster cluster) {
    boolean hasBackup = !zone.zone().backup().equals(zone.name());
    return Row.of(
        zone.name(),
        hasBackup ? zone.zone().backup() : Row.NOTHING,
        zone.size(),
        zone.weight(),
        zone.healthyWeight(),
        cluster.counts().ofZone(zone.name()));
  }

  private Change addZone(RunningCluster cluster, Arguments arguments) {
    String name = arguments.text("name");
    String backup = arguments.hasNext() ? arguments.text("backup") : Zone.DEFAULT;
    return new Change.AddZone(arguments.checked(name, it -> new Zone(it, backup)));
  }

  private Change removeZone(RunningCluster cluster, Arguments arguments) {
    return new Change.RemoveZone(arguments.text("name"));
  }

  private Change setBackup(RunningCluster cluster, Arguments arguments) {
    String zone = arguments.text("zone");
    return new Change.SetBackup(zone, arguments.text("backup"));
  }
}
