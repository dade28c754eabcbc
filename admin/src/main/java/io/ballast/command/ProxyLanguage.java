package io.ballast.command;

import io.ballast.Proxy;
import io.ballast.RunningCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** The language of a channel to a running proxy. */
public final class ProxyLanguage {

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
    return new Language(names, commands, audit);
  }
}
