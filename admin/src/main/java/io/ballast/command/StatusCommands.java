package io.ballast.command;

import io.ballast.RunningCluster;
import io.ballast.balance.NodeStatus;
import io.ballast.balance.Pause;
import io.ballast.balance.Stuck;
import io.ballast.cluster.Ramp;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.ZoneState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * {@code STATUS} and {@code WATCH}: whether live sessions are where the weights say, and why not.
 */
final class StatusCommands {
  private static final String HEADER =
      "# name zone weight health want have band live guests moving due stuck eta paused";
  private static final Duration EACH_SECOND = Duration.ofSeconds(1);
  private static final int LONGEST_PERIOD = 3600;

  private final ClusterCommands clusters;

  StatusCommands(ClusterCommands clusters) {
    this.clusters = clusters;
  }

  List<Command> commands() {
    return List.of(
        clusters.showing(
            "STATUS",
            "",
            "where live sessions are and should be, what moves, what does not and why",
            (cluster, arguments) -> {
              arguments.end();
              return Reply.of(lines(cluster));
            }),
        Command.immediate(
            Usage.of(
                "WATCH",
                "[seconds]",
                "STATUS again and again until a line is sent",
                Trait.NEEDS_CLUSTER),
            this::watch));
  }

  private Answer watch(Request request) {
    RunningCluster cluster = clusters.cluster(request);
    Arguments arguments = request.arguments();
    Duration period =
        arguments.hasNext()
            ? Duration.ofSeconds(
                arguments.integer(
                    "seconds", 1, LONGEST_PERIOD, "seconds are 1 to " + LONGEST_PERIOD))
            : EACH_SECOND;
    arguments.end();
    return new Answer.Repeating(
        period, () -> CompletableFuture.completedStage(Reply.of(lines(cluster))));
  }

  private static List<String> lines(RunningCluster cluster) {
    Snapshot now = cluster.snapshot();
    List<String> lines = new ArrayList<>();
    lines.add(HEADER);
    cluster.status().forEach(status -> lines.add(row(status)));
    cluster.status().stream()
        .filter(NodeStatus::overPinned)
        .forEach(status -> lines.add(warning(status)));
    now.zones().stream()
        .filter(zone -> zone.weight() == 0)
        .filter(zone -> zone.size() > 0 || cluster.counts().ofZone(zone.name()) > 0)
        .forEach(zone -> lines.add(warning(zone, now)));
    now.ramps().values().forEach(ramp -> lines.add(comment(ramp)));
    long wallMillis = System.currentTimeMillis();
    now.nodes()
        .forEach(
            node ->
                now.deadline(node.name())
                    .ifPresent(at -> lines.add(deadline(node.name(), at, wallMillis))));
    return lines;
  }

  private static String row(NodeStatus status) {
    return Row.of(
        status.node(),
        status.zone(),
        status.weight(),
        status.health().word(),
        status.want(),
        status.have(),
        status.low() + "-" + status.high(),
        status.live(),
        status.guests(),
        moving(status),
        status.due(),
        stuck(status.stuck()),
        status.eta().isZero() ? Row.NOTHING : text(status.eta()),
        paused(status.paused()));
  }

  /** Sessions on the way to the node and about to leave it. */
  private static String moving(NodeStatus status) {
    return "+" + status.arriving() + "/-" + status.leaving();
  }

  private static String stuck(Map<Stuck, Integer> stuck) {
    if (stuck.isEmpty()) {
      return Row.NOTHING;
    }
    return new TreeMap<>(stuck)
        .entrySet().stream()
            .map(entry -> entry.getKey().word() + "=" + entry.getValue())
            .collect(Collectors.joining(","));
  }

  private static String paused(List<Pause> pauses) {
    if (pauses.isEmpty()) {
      return Row.NOTHING;
    }
    return pauses.stream()
        .map(
            pause ->
                pause.left().isZero()
                    ? pause.why().word()
                    : pause.why().word() + "=" + text(pause.left()))
        .collect(Collectors.joining(","));
  }

  private static String warning(NodeStatus status) {
    return "# warning: "
        + Quoting.word(status.node())
        + " cannot come to what weight "
        + status.weight()
        + " gives it: "
        + status.staying()
        + (status.staying() == 1 ? " session" : " sessions")
        + " on it must not be moved; UNPIN their sets, or let their listener move them"
        + " (move.mode)";
  }

  private static String warning(ZoneState zone, Snapshot now) {
    return "# warning: zone "
        + Quoting.word(zone.name())
        + " has no node of a weight above 0: "
        + now.chain(zone).stream()
            .filter(link -> link.weight() > 0)
            .findFirst()
            .map(link -> "its sessions go to zone " + Quoting.word(link.name()))
            .orElse("new connections of its sets are turned away, and live ones stay");
  }

  private static String comment(Ramp ramp) {
    return "# ramp of "
        + Quoting.word(ramp.node())
        + ": weight "
        + ramp.weight()
        + ", step "
        + ramp.done()
        + " of "
        + ramp.steps()
        + " to "
        + ramp.to()
        + ", one every "
        + text(Duration.ofMillis(ramp.spacingMillis()));
  }

  private static String deadline(String node, long atMillis, long wallMillis) {
    return "# deadline of the drain of "
        + Quoting.word(node)
        + ": "
        + Instant.ofEpochMilli(atMillis)
        + (wallMillis < atMillis
            ? ", in " + text(Duration.ofMillis(atMillis - wallMillis))
            : ", passed");
  }

  /** Whole seconds, rounded up: {@code 45s}, {@code 3m20s}, {@code 2h5m}. */
  static String text(Duration duration) {
    long seconds = duration.plusMillis(999).toSeconds();
    if (seconds < 60) {
      return seconds + "s";
    }
    if (seconds < 3600) {
      return seconds / 60 + "m" + (seconds % 60 == 0 ? "" : seconds % 60 + "s");
    }
    return seconds / 3600 + "h" + (seconds % 3600 < 60 ? "" : seconds % 3600 / 60 + "m");
  }
}
