package io.ballast;

import io.ballast.conf.Configuration;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code check}: reads a configuration and starts nothing. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = "Checks a configuration file and lists every problem in it.",
    footer = {"", "Exit status: 0 no problem, 2 at least one."})
final class CheckCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "the configuration")
  private Path file;

  @Override
  public Integer call() {
    Optional<Configuration> configuration = ConfigurationSource.read(file);
    if (configuration.isEmpty()) {
      return Main.WRONG_USAGE;
    }
    System.out.println(file + ": no problem");
    return 0;
  }
}
