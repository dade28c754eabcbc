package io.ballast.command;

import io.ballast.RunningCluster;
import io.ballast.cluster.Affinity;
import io.ballast.cluster.AffinityRule;
import io.ballast.cluster.Change;
import io.ballast.cluster.SetId;
import io.ballast.placement.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The commands about sets: the zones that they are configured for, and where they are placed. */
final class SetCommands {
  private static final String HEADER = "# kind match zone";

  private final ClusterCommands clusters;

  SetCommands(ClusterCommands clusters) {
    this.clusters = clusters;
  }

  List<Command> commands() {
    return List.of(
        clusters.showing(
            "AFFINITY",
            "",
            "the zones of single sets, the rules for all others, then the patterns of pinned sets",
            this::affinity),
        clusters.changingSet("SETZONE", "set zone", "configures a set for a zone", this::setZone),
        clusters.showing(
            "LOOKUP", "set", "the node that owns the set by weights alone, or NONE", this::lookup),
        clusters.showing(
            "LIST", "set", "the nodes that its next connection would try, in order", this::list));
  }

  static SetId set(Arguments arguments) {
    return arguments.read("set", word -> SetId.of(word.bytes()));
  }

  private Reply affinity(RunningCluster cluster, Arguments arguments) {
    arguments.end();
    Affinity affinity = cluster.snapshot().affinity();
    Stream<String> sets =
        affinity.sets().toMap().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(entry -> Row.of("set", Word.of(entry.getKey().bytes()), entry.getValue()));
    Stream<String> rules =
        affinity.rules().stream().map(rule -> Row.of("rule", conditions(rule), rule.zone()));
    Stream<String> pinned =
        affinity.pinned().stream().map(it -> Row.of("pinned", "identity=" + it, Row.NOTHING));
    return Reply.of(Stream.of(Stream.of(HEADER), sets, rules, pinned).flatMap(it -> it).iterator());
  }

  private static String conditions(AffinityRule rule) {
    List<String> conditions = new ArrayList<>();
    rule.source().ifPresent(source -> conditions.add("source=" + source));
    rule.identity().ifPresent(identity -> conditions.add("identity=" + identity));
    rule.listener().ifPresent(listener -> conditions.add("listener=" + listener));
    return String.join(",", conditions);
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
