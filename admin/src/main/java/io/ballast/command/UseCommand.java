package io.ballast.command;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** {@code USE cluster}: what the connection's later commands work on. */
public final class UseCommand implements Command {
  private final Clusters clusters;

  /** Chooses among these clusters. */
  public UseCommand(Clusters clusters) {
    this.clusters = clusters;
  }

  @Override
  public Usage usage() {
    return Usage.of("USE", "cluster", "selects the cluster that later commands work on");
  }

  @Override
  public CompletionStage<Reply> run(Request request) {
    String name = request.arguments().text("cluster");
    request.arguments().end();
    request.caller().use(existing(name, clusters.names()));
    return CompletableFuture.completedStage(Reply.ok());
  }

  /** The name, if it is one of the clusters. */
  static String existing(String name, List<String> names) {
    if (!names.contains(name)) {
      throw new CommandException(
          Code.NOT_FOUND,
          "cluster " + Quoting.word(name) + " does not exist: USE one of " + listed(names));
    }
    return name;
  }

  static String listed(List<String> names) {
    return names.stream().map(Quoting::word).collect(Collectors.joining(", "));
  }
}
