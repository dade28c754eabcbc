package io.ballast.command;

import io.ballast.RunningCluster;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.SetId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** The commands that say what may be moved, and move it. */
final class BalanceCommands {
  private final ClusterCommands clusters;

  BalanceCommands(ClusterCommands clusters) {
    this.clusters = clusters;
  }

  List<Command> commands() {
    return List.of(
        new DrainCommand(clusters),
        clusters.changing(
            "CANCEL",
            "name",
            "stops a node's ramp at the weight it has reached; nothing is moved back",
            (cluster, arguments) -> new Change.CancelRamp(arguments.text("name"))),
        clusters.changingSet(
            "PIN",
            "set [node]",
            "a set must not be moved; with a node, its new sessions are placed there",
            BalanceCommands::pin),
        clusters.changingSet(
            "UNPIN",
            "set",
            "a set may be moved again",
            (cluster, arguments) -> new Change.UnpinSet(SetCommands.set(arguments))),
        acting(
            "MOVE",
            "set [node]",
            "moves a set's sessions to a node, or off the nodes they are on",
            this::move),
        acting("CLOSE", "session", "ends a session gently; SESSIONS has the numbers", this::close),
        acting(
            "REBALANCE",
            "ON | OFF | NOW",
            "allows or stops all moves but those off drained nodes and nodes that are down; NOW ends"
                + " what delays them",
            this::rebalance));
  }

  private static Command acting(
      String word, String arguments, String help, Function<Request, CompletionStage<Reply>> body) {
    return Command.of(Usage.of(word, arguments, help, Trait.NEEDS_CLUSTER, Trait.CHANGES), body);
  }

  static Change pin(RunningCluster cluster, Arguments arguments) {
    SetId set = SetCommands.set(arguments);
    Optional<String> node =
        arguments.hasNext() ? Optional.of(arguments.text("node")) : Optional.empty();
    return new Change.PinSet(set, node);
  }

  private CompletionStage<Reply> move(Request request) {
    RunningCluster cluster = clusters.cluster(request);
    Arguments arguments = request.arguments();
    SetId set = SetCommands.set(arguments);
    Optional<String> node = Optional.empty();
    if (arguments.hasNext()) {
      node = Optional.of(SessionsCommand.existingNode(arguments.text("node"), cluster.snapshot()));
    }
    arguments.end();
    node.ifPresent(name -> checkDestination(cluster, name));
    Optional<String> pattern = cluster.snapshot().affinity().pinning(set);
    if (pattern.isPresent()) {
      throw Changes.error(ChangeRefused.pinnedBy(pattern.get(), set));
    }
    if (cluster.snapshot().pin(set).isPresent()) {
      throw new CommandException(
          Code.REFUSED, "set " + Word.of(set.bytes()) + " is pinned; UNPIN it first");
    }
    if (!live(cluster, set)) {
      throw new CommandException(
          Code.NOT_FOUND,
          "no session of set " + Word.of(set.bytes()) + " is live; SESSIONS lists them");
    }
    String to = node.orElse("any other");
    return cluster
        .move(set, node)
        .thenApply(
            ordered -> {
              audit(request, "move of set " + set + ": " + ordered + " sessions -> " + to);
              return Reply.ok(
                  ordered == 1 ? "1 session will move" : ordered + " sessions will move");
            });
  }

  private static boolean live(RunningCluster cluster, SetId set) {
    AtomicBoolean live = new AtomicBoolean();
    cluster.sessions().forEachOf(set, session -> live.set(true));
    return live.get();
  }

  private static void checkDestination(RunningCluster cluster, String node) {
    if (cluster.snapshot().node(node).filter(state -> state.node().weight() == 0).isPresent()) {
      throw new CommandException(
          Code.REFUSED,
          "node "
              + Quoting.word(node)
              + " has weight 0 and takes no session; SETWEIGHT gives it one, or choose another");
    }
  }

  private CompletionStage<Reply> close(Request request) {
    RunningCluster cluster = clusters.cluster(request);
    long id = request.arguments().read("session", BalanceCommands::number);
    request.arguments().end();
    if (!cluster.close(id)) {
      throw new CommandException(
          Code.NOT_FOUND, "there is no session " + id + " any more; SESSIONS lists them");
    }
    audit(request, "session " + id + ": live -> closing");
    return Changes.done(Reply.ok());
  }

  private static long number(Word word) {
    try {
      return Long.parseLong(word.text());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "session = " + word + ": a session is a number; SESSIONS has them", e);
    }
  }

  private CompletionStage<Reply> rebalance(Request request) {
    RunningCluster cluster = clusters.cluster(request);
    Arguments arguments = request.arguments();
    if (arguments.accept("NOW")) {
      arguments.end();
      return cluster
          .rebalanceNow()
          .thenApply(
              done -> {
                audit(request, "rebalance: now");
                return Reply.ok();
              });
    }
    boolean on = arguments.accept("ON");
    if (!on && !arguments.accept("OFF")) {
      throw arguments.error("ON, OFF or NOW is missing");
    }
    arguments.end();
    return Changes.make(request, cluster, new Change.Rebalance(on));
  }

  private static void audit(Request request, String what) {
    request.audit().changed(request, what);
  }
}
