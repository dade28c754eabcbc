package io.ballast.command;

import io.ballast.Proxy;
import io.ballast.RunningCluster;
import io.ballast.Version;
import io.ballast.cluster.Health;
import io.ballast.cluster.NodeState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The commands about the process as a whole. */
final class ProcessCommands {
  private static final Logger log = LoggerFactory.getLogger(ProcessCommands.class);
  private static final Duration LONGEST_GRACE = Duration.ofHours(24);

  private final Proxy proxy;
  private final Totals totals;
  private final ServingProcess process;
  private final LongSupplier nanoClock;
  private final long startNanos;

  ProcessCommands(Proxy proxy, Totals totals, ServingProcess process, LongSupplier nanoClock) {
    this.proxy = proxy;
    this.totals = totals;
    this.process = process;
    this.nanoClock = nanoClock;
    this.startNanos = nanoClock.getAsLong();
  }

  List<Command> commands() {
    return List.of(
        Command.immediate(
            Usage.of("STATS", "", "counts of the whole process since its start"), this::stats),
        Command.immediate(
            Usage.of("CONFIG", "", "the configuration in force, without secrets"), this::config),
        Command.immediate(
            Usage.of(
                "SHUTDOWN",
                "[grace]",
                "ends the process; sessions are ended gently within the grace, such as 30s",
                Trait.CHANGES),
            this::shutdown));
  }

  private Reply stats(Request request) {
    request.arguments().end();
    List<String> lines = new ArrayList<>();
    lines.add(Row.labelled("version", Version.current()));
    lines.add(
        Row.labelled(
            "uptime-s", TimeUnit.NANOSECONDS.toSeconds(nanoClock.getAsLong() - startNanos)));
    lines.add(Row.labelled("transport", proxy.transport()));
    lines.add(Row.labelled("clusters", proxy.clusters().size()));
    lines.add(Row.labelled("listeners", proxy.listeners().size()));
    lines.add(Row.labelled("nodes", nodes().count()));
    lines.add(Row.labelled("nodes-down", nodes().filter(health -> health == Health.DOWN).count()));
    lines.add(Row.labelled("connections", proxy.connections()));
    lines.add(
        Row.labelled(
            "sessions", proxy.clusters().stream().mapToLong(it -> it.sessions().size()).sum()));
    lines.addAll(totals.lines());
    return Reply.of(lines);
  }

  private Stream<Health> nodes() {
    return proxy.clusters().stream()
        .map(RunningCluster::snapshot)
        .flatMap(snapshot -> snapshot.nodes().stream())
        .map(NodeState::health);
  }

  private Reply config(Request request) {
    request.arguments().end();
    return Reply.of(
        StreamSupport.stream(process.configuration().spliterator(), false)
            .map(ProcessCommands::harmless)
            .iterator());
  }

  /** A line of any text as a data line that cannot be taken for the end of the reply. */
  static String harmless(String line) {
    String sentence = Quoting.sentence(line);
    return Reply.endsReply(sentence) ? " " + sentence : sentence;
  }

  private Reply shutdown(Request request) {
    Arguments arguments = request.arguments();
    Duration grace =
        arguments.hasNext() ? arguments.duration("grace", LONGEST_GRACE) : process.defaultGrace();
    arguments.end();
    log.info("shutdown by operator: by={} grace={}s", request.caller().peer(), grace.toSeconds());
    process.shutdown(grace);
    return Reply.ok("shutting down within " + grace.toSeconds() + " s");
  }
}
