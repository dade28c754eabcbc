package io.ballast.loadtest;

import io.ballast.loadtest.compare.FloodComparison;
import io.ballast.loadtest.process.Jvm;
import io.ballast.loadtest.process.StopSignal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code flood}: what a flood of the admin channels does to the sessions beside it. */
@Command(
    name = "flood",
    description = {
      "Measures the time of messages through Ballast without and with a flood of its admin channels:",
      "idle connections, slow readers of large replies, lines without end, garbage, half requests.",
      "The exit status is 1 when a message did not come back whole, and 3 when Ballast failed."
    })
final class FloodCommand implements Callable<Integer> {
  private static final int FAILED = 3;

  @Spec private CommandSpec spec;

  @Option(
      names = "--turns",
      defaultValue = "3",
      paramLabel = "N",
      description = "How often each way is measured, in turn (${DEFAULT-VALUE}).")
  private int turns;

  @Option(
      names = "--measure",
      defaultValue = "10s",
      paramLabel = "TIME",
      converter = Conversions.Time.class,
      description = "How long a turn counts (${DEFAULT-VALUE}).")
  private Duration measured;

  @Option(
      names = "--idle",
      defaultValue = "1000",
      paramLabel = "N",
      description = "Connections of the flood that do nothing (${DEFAULT-VALUE}).")
  private int idle;

  @Option(
      names = "--ballast",
      paramLabel = "JAR",
      description = "Ballast's jar; ballast.jar next to this program's if not given.")
  private Path jar;

  @Option(
      names = "--folder",
      defaultValue = "target/flood",
      description = "Where the configuration and the log go (${DEFAULT-VALUE}).")
  private Path folder;

  @Override
  public Integer call() throws InterruptedException {
    Path file = jar == null ? Jvm.home(Main.class).resolveSibling("ballast.jar") : jar;
    PrintWriter out = spec.commandLine().getOut();
    List<String> serve = List.of(Jvm.java().toString(), "-jar", file.toString(), "serve");
    try (StopSignal stop = StopSignal.onInterrupt()) {
      return new FloodComparison(serve, folder, out).run(turns, measured, idle, stop) ? 0 : 1;
    } catch (IOException e) {
      PrintWriter errors = spec.commandLine().getErr();
      errors.println("flood: " + e.getMessage() + "; the log is in " + folder);
      errors.flush();
      return FAILED;
    }
  }
}
