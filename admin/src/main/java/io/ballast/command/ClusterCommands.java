package io.ballast.command;

import io.ballast.Proxy;
import io.ballast.RunningCluster;
import io.ballast.cluster.Change;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** Makes the commands that work on one cluster of a proxy. */
final class ClusterCommands {
  private final Proxy proxy;
  private final Map<String, BiFunction<RunningCluster, Arguments, Change>> changing =
      new TreeMap<>();

  ClusterCommands(Proxy proxy) {
    this.proxy = proxy;
  }

  /** The cluster that a request is about. */
  RunningCluster cluster(Request request) {
    return proxy
        .cluster(request.cluster())
        .orElseThrow(
            () ->
                new CommandException(
                    Code.NOT_FOUND,
                    "cluster "
                        + Quoting.word(request.cluster())
                        + " does not exist any more: USE another"));
  }

  /** A command that shows something. */
  Command showing(
      String word,
      String arguments,
      String help,
      BiFunction<RunningCluster, Arguments, Reply> body) {
    return Command.immediate(
        Usage.of(word, arguments, help, Trait.NEEDS_CLUSTER),
        request -> body.apply(cluster(request), request.arguments()));
  }

  /** A command that makes the change that its arguments describe. */
  Command changing(
      String word,
      String arguments,
      String help,
      BiFunction<RunningCluster, Arguments, Change> body) {
    return changing(Usage.of(word, arguments, help, Trait.NEEDS_CLUSTER, Trait.CHANGES), body);
  }

  /** The same for a change of the set that the first argument names, and of nothing else. */
  Command changingSet(
      String word,
      String arguments,
      String help,
      BiFunction<RunningCluster, Arguments, Change> body) {
    return changing(
        Usage.of(word, arguments, help, Trait.NEEDS_CLUSTER, Trait.CHANGES, Trait.OF_ONE_SET),
        body);
  }

  private Command changing(Usage usage, BiFunction<RunningCluster, Arguments, Change> body) {
    changing.put(usage.word(), body);
    return Command.of(
        usage,
        request -> {
          RunningCluster cluster = cluster(request);
          Change change = body.apply(cluster, request.arguments());
          request.arguments().end();
          return Changes.make(request, cluster, change);
        });
  }

  /** How the change of each command made so far by {@link #changing} is read, by word. */
  Map<String, BiFunction<RunningCluster, Arguments, Change>> changes() {
    return Map.copyOf(changing);
  }
}
