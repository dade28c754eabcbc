package io.ballast.command;

import io.ballast.Proxy;
import io.ballast.RunningCluster;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** The language of a channel to a running proxy. */
public final class ProxyLanguage {
  /** What commands are for, in the order in which {@code HELP} shows them. */
  private static final List<Purpose> PURPOSES =
      List.of(
          new Purpose(
              "look",
              "STATUS",
              "WATCH",
              "LOAD",
              "WEIGHTS",
              "NODES",
              "ZONES",
              "SESSIONS",
              "LOOKUP",
              "LIST",
              "STATS"),
          new Purpose(
              "nodes and weights",
              "PLAN",
              "SETWEIGHT",
              "DRAIN",
              "CANCEL",
              "ADD_NODE",
              "REMOVE_NODE",
              "MOVE_NODE"),
          new Purpose("moving", "REBALANCE", "MOVE", "CLOSE"),
          new Purpose(
              "affinity",
              "AFFINITY",
              "SETZONE",
              "PIN",
              "UNPIN",
              "ADD_ZONE",
              "REMOVE_ZONE",
              "SETBACKUP"),
          new Purpose(
              "settings and process", "CONFIG", "RELOAD", "PLAN RELOAD", "CANDIDATE", "SHUTDOWN"),
          new Purpose("this channel", "USE", "AUTH", "QUIT"));

  /** What commands are for, and their words. */
  private record Purpose(String title, List<String> words) {
    Purpose(String title, String... words) {
      this(title, List.of(words));
    }
  }

  private ProxyLanguage() {}

  /**
   * All commands.
   *
   * @param totals what {@code STATS} shows; the proxy's observer, or told by it
   * @param process what the commands about the process ask of it
   * @param authentication what {@code AUTH} is checked by
   * @param audit is told of each change
   * @param nanoClock the time, as {@link System#nanoTime} gives it
   */
  public static Language of(
      Proxy proxy,
      Totals totals,
      ServingProcess process,
      Authentication authentication,
      Audit audit,
      LongSupplier nanoClock) {
    Clusters names = () -> proxy.clusters().stream().map(RunningCluster::name).toList();
    ClusterCommands clusters = new ClusterCommands(proxy);
    List<Command> commands = new ArrayList<>();
    commands.addAll(new NodeCommands(clusters).commands());
    commands.addAll(new ZoneCommands(clusters).commands());
    commands.addAll(new SetCommands(clusters).commands());
    commands.addAll(new BalanceCommands(clusters).commands());
    commands.addAll(new StatusCommands(clusters).commands());
    commands.add(new PlanCommand(clusters, clusters.changes()));
    commands.add(new SessionsCommand(clusters, nanoClock));
    commands.addAll(new ProcessCommands(proxy, totals, process, nanoClock).commands());
    commands.addAll(new ReloadCommands(process).commands());
    commands.add(new UseCommand(names));
    commands.add(new AuthCommand(authentication));
    commands.add(new QuitCommand());
    return new Language(names, topics(commands), audit);
  }

  private static List<Topic> topics(List<Command> commands) {
    Map<String, Command> left = new LinkedHashMap<>();
    commands.forEach(command -> left.put(command.usage().word(), command));
    List<Topic> topics = new ArrayList<>();
    for (Purpose purpose : PURPOSES) {
      List<Command> its = purpose.words().stream().map(left::remove).toList();
      topics.add(new Topic(purpose.title(), its));
    }
    if (!left.isEmpty()) {
      throw new IllegalStateException("commands without a topic: " + left.keySet());
    }
    return topics;
  }
}
