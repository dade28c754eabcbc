package io.ballast.command;

import io.ballast.RunningCluster;
import io.ballast.balance.Stuck;
import io.ballast.balance.StuckSession;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * {@code SESSIONS}: one row for each live session, in no particular order. Rows are made while they
 * are read, so a session that ends meanwhile may be missing.
 */
final class SessionsCommand implements Command {
  private static final String HEADER =
      "# session set client node zone reason state age-s quiet-s from-client from-node" + " stuck";

  private final ClusterCommands clusters;
  private final LongSupplier nanoClock;

  SessionsCommand(ClusterCommands clusters, LongSupplier nanoClock) {
    this.clusters = clusters;
    this.nanoClock = nanoClock;
  }

  @Override
  public Usage usage() {
    return Usage.of(
        "SESSIONS",
        "[NODE n] [ZONE z] [SET s] [LIMIT k]",
        "the live sessions: all, or those of a node, of a zone's sets, of a set; of a drained node"
            + " with what keeps them there",
        Trait.NEEDS_CLUSTER);
  }

  @Override
  public CompletionStage<Reply> run(Request request) {
    RunningCluster cluster = clusters.cluster(request);
    Filter filter = filter(request.arguments(), cluster.snapshot());
    long now = nanoClock.getAsLong();
    return stuck(cluster, filter)
        .thenApply(
            stuck -> {
              Stream<String> rows =
                  sessions(cluster, filter)
                      .filter(filter::passes)
                      .limit(filter.limit)
                      .map(session -> row(session, now, stuck));
              return Reply.of(Stream.concat(Stream.of(HEADER), rows).iterator());
            });
  }

  /** Why sessions are still there, by number, if those of one drained node are asked for. */
  private static CompletionStage<Map<Long, Stuck>> stuck(RunningCluster cluster, Filter filter) {
    Optional<String> drained =
        filter.node.filter(
            node ->
                cluster.snapshot().node(node).filter(it -> it.node().weight() == 0).isPresent());
    if (drained.isEmpty()) {
      return CompletableFuture.completedStage(Map.of());
    }
    return cluster
        .left(drained.get())
        .thenApply(
            left ->
                left.stream()
                    .collect(Collectors.toMap(it -> it.session().id(), StuckSession::reason)));
  }

  private static Stream<Session> sessions(RunningCluster cluster, Filter filter) {
    if (filter.set.isEmpty()) {
      return StreamSupport.stream(cluster.sessions().all().spliterator(), false);
    }
    List<Session> ofSet = new ArrayList<>();
    cluster.sessions().forEachOf(filter.set.get(), ofSet::add);
    return ofSet.stream();
  }

  private static String row(Session session, long nowNanos, Map<Long, Stuck> stuck) {
    Stuck reason = stuck.get(session.id());
    String node = session.node();
    return Row.of(
        session.id(),
        Word.of(session.set().bytes()),
        HostPort.text(session.origin().source()),
        node == null ? Row.NOTHING : node,
        session.zone(),
        node == null ? Row.NOTHING : session.reason().word(),
        session.state().word(),
        seconds(nowNanos - session.openedNanos()),
        seconds(nowNanos - session.quietSinceNanos()),
        session.bytesFromClient(),
        session.bytesFromNode(),
        reason == null ? Row.NOTHING : reason.word());
  }

  private static long seconds(long nanos) {
    return Math.max(0, TimeUnit.NANOSECONDS.toSeconds(nanos));
  }

  private static Filter filter(Arguments arguments, Snapshot now) {
    Filter filter = new Filter();
    while (arguments.hasNext()) {
      if (arguments.accept("NODE")) {
        filter.node = Optional.of(existingNode(arguments.text("n"), now));
      } else if (arguments.accept("ZONE")) {
        filter.zone = Optional.of(existingZone(arguments.text("z"), now));
      } else if (arguments.accept("SET")) {
        filter.set = Optional.of(SetCommands.set(arguments));
      } else if (arguments.accept("LIMIT")) {
        filter.limit = arguments.integer("k", 1, Integer.MAX_VALUE, "a limit is 1 or more");
      } else {
        throw arguments.error(arguments.word("filter") + " is none of NODE, ZONE, SET, LIMIT");
      }
    }
    return filter;
  }

  static String existingNode(String name, Snapshot now) {
    if (now.node(name).isEmpty()) {
      throw new CommandException(
          Code.NOT_FOUND, "there is no node " + Quoting.word(name) + "; NODES lists them");
    }
    return name;
  }

  private static String existingZone(String name, Snapshot now) {
    if (now.zone(name).isEmpty()) {
      throw new CommandException(
          Code.NOT_FOUND, "there is no zone " + Quoting.word(name) + "; ZONES lists them");
    }
    return name;
  }

  /** Which sessions are asked for; filled in while the arguments are read. */
  private static final class Filter {
    private Optional<String> node = Optional.empty();
    private Optional<String> zone = Optional.empty();
    private Optional<SetId> set = Optional.empty();
    private int limit = Integer.MAX_VALUE;

    boolean passes(Session session) {
      return (node.isEmpty() || node.get().equals(session.node()))
          && (zone.isEmpty() || zone.get().equals(session.zone()))
          && (set.isEmpty() || set.get().equals(session.set()));
    }
  }
}
