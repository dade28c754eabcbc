package io.ballast;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code version}: what runs here. */
@Command(
    name = "version",
    mixinStandardHelpOptions = true,
    description = "Prints the versions of Ballast, of Java and of the system.")
final class VersionCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    System.out.println("ballast " + Version.current());
    System.out.println("java " + Runtime.version() + " " + System.getProperty("java.vm.name"));
    System.out.println(
        "system "
            + System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"));
    return 0;
  }
}
