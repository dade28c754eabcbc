package io.ballast.loadtest;

import io.ballast.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ScopeType;

/** The command line of {@code ballast-loadtest.jar}. */
@Command(
    name = "ballast-loadtest",
    description = "Measures Ballast.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Main.BuildVersion.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ScenarioCommand.class,
      SoakCommand.class,
      SetsCommand.class,
      BackendsCommand.class,
      CompareCommand.class,
      FloodCommand.class,
      RawBackendCommand.class,
      BenchCommand.class
    })
public final class Main {
  private Main() {}

  /** Runs the command that {@code args} name, and exits with its status. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  /** Answers {@code --version}. */
  static final class BuildVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"ballast-loadtest " + Version.current()};
    }
  }
}
