package io.ballast;

import io.ballast.ctl.CtlCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The command line of {@code ballast.jar}. */
@Command(
    name = "ballast",
    mixinStandardHelpOptions = true,
    versionProvider = Main.VersionText.class,
    description = "A TCP proxy that keeps live connections balanced by weight.",
    subcommands = {
      ServeCommand.class,
      DemoCommand.class,
      CheckCommand.class,
      CtlCommand.class,
      RingCommand.class,
      ArchiveCommand.class,
      VersionCommand.class,
      CommandLine.HelpCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Each command has a --help of its own."})
public final class Main {
  /** The exit status for a configuration, or a command line, that is wrong. */
  static final int WRONG_USAGE = 2;

  private Main() {}

  /** Runs a command and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  static int run(String... arguments) {
    return commandLine().execute(arguments);
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main()).setUnmatchedOptionsArePositionalParams(false);
  }

  /** Says which version this is. */
  static final class VersionText implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"ballast " + Version.current()};
    }
  }
}
