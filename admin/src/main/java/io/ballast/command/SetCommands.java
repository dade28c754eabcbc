package io.ballast.command;

import io.ballast.RunningCluster;
import io.ballast.cluster.Change;
import io.ballast.cluster.SetId;
import io.ballast.placement.Candidate;
import java.util.List;

/** The commands about sets: the zones that they are configured for, and where they are placed. */
final class SetCommands {
  private final ClusterCommands clusters;

  SetCommands(ClusterCommands clusters) {
    this.clusters = clusters;
  }

  List<Command> commands() {
    return List.of(
        new AffinityCommand(clusters),
        clusters.changingSet("SETZONE", "set zone", "configures a set for a zone", this::setZone),
        clusters.showing(
            "LOOKUP", "set", "the node that owns the set by weights alone, or NONE", this::lookup),
        clusters.showing(
            "LIST", "set", "the nodes that its next connection would try, in order", this::list));
  }

  static SetId set(Arguments arguments) {
    return arguments.read("set", word -> SetId.of(word.bytes()));
  }

  private Change setZone(RunningCluster cluster, Arguments arguments) {
    SetId set = set(arguments);
    return new Change.SetZone(set, arguments.text("zone"));
  }

  private Reply lookup(RunningCluster cluster, Arguments arguments) {
    SetId set = set(arguments);
    arguments.end();
    return Reply.of(List.of(cluster.lookup(set).map(Quoting::word).orElse("NONE")));
  }

  private Reply list(RunningCluster cluster, Arguments arguments) {
    SetId set = set(arguments);
    arguments.end();
    List<Candidate> list = cluster.list(set);
    return list.isEmpty()
        ? Reply.ok("no node may take the set: its next connection would be closed as no-node")
        : Reply.of(
            list.stream()
                .map(candidate -> Row.of(candidate.node().name(), candidate.reason().word()))
                .iterator());
  }
}
