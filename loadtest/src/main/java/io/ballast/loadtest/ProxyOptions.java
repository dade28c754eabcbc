package io.ballast.loadtest;

import io.ballast.loadtest.process.Jvm;
import io.ballast.loadtest.scenario.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say which proxy is run, and how. */
final class ProxyOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--ballast",
      paramLabel = "JAR",
      description = "The proxy's jar; ballast.jar next to this program's if not given.")
  private Path jar;

  @Option(names = "--java", paramLabel = "PROGRAM", description = "The java that runs the proxy.")
  private Path java;

  /** What the processes of a run are to run. */
  Programs programs() {
    Path proxy = jar == null ? Jvm.home(Main.class).resolveSibling("ballast.jar") : jar;
    if (!Files.isRegularFile(proxy)) {
      throw new ParameterException(
          spec.commandLine(),
          "--ballast = %s: there is no such file; build it with: mvn -DskipTests package"
              .formatted(proxy));
    }
    return new Programs(java == null ? Jvm.java() : java, proxy, Main.class);
  }
}
