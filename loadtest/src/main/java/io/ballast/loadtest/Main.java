package io.ballast.loadtest;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of {@code ballast-loadtest.jar}. */
@Command(
    name = "ballast-loadtest",
    description = "Measures Ballast.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = BenchCommand.class)
public final class Main {
  private Main() {}

  /** Runs the command that {@code args} name, and exits with its status. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }
}
