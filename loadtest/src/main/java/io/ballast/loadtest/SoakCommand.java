package io.ballast.loadtest;

import io.ballast.loadtest.process.StopSignal;
import io.ballast.loadtest.scenario.Programs;
import io.ballast.loadtest.soak.Soak;
import io.ballast.loadtest.soak.SoakSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code soak}: everything at once, for long. */
@Command(
    name = "soak",
    description = {
      "Runs the proxy under sets, streams, short connections, moves and faults at once, each node a"
          + " process of its own that is killed, stopped, reset or made to hang, and measures what"
          + " the proxy holds.",
      "At the end all clients leave, and everything must come back.",
      "The exit status is 1 when something did not hold that must, 3 when a process failed."
    })
final class SoakCommand implements Callable<Integer> {
  private static final int FAILED = 3;
  private static final int INTERRUPTED = 130;
  private static final double MILLIS_PER_MINUTE = 60_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      defaultValue = "30",
      description = "How long the load goes on (${DEFAULT-VALUE}); 0.5 is half a minute.")
  private double minutes;

  @Option(
      names = "--sets",
      defaultValue = "500",
      description = "Sets that talk every second (${DEFAULT-VALUE}).")
  private int sets;

  @Option(
      names = "--streams",
      defaultValue = "4",
      description = "Sets that send four megabytes every four seconds (${DEFAULT-VALUE}).")
  private int streams;

  @Option(names = "--nodes", defaultValue = "6", description = "3 to 16 (${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--every",
      defaultValue = "10s",
      paramLabel = "TIME",
      converter = Conversions.Time.class,
      description = "From one sample to the next (${DEFAULT-VALUE}).")
  private Duration every;

  @Option(names = "--seed", paramLabel = "N", description = "Of all that is random.")
  private Long seed;

  @Mixin private ProxyOptions proxy;

  @Option(
      names = "--folder",
      defaultValue = "target/soak",
      paramLabel = "FOLDER",
      description = "Where report and logs go (${DEFAULT-VALUE}).")
  private Path folder;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter errors = spec.commandLine().getErr();
    SoakSettings settings = settings();
    Programs programs = proxy.programs();
    try (StopSignal stop = StopSignal.onInterrupt()) {
      return Soak.run(settings, programs, folder, spec.commandLine().getOut(), stop) ? 0 : 1;
    } catch (IOException e) {
      errors.println("soak: " + e.getMessage() + "; logs are in " + folder);
      return FAILED;
    } catch (CancellationException e) {
      errors.println("soak: " + e.getMessage());
      return INTERRUPTED;
    } finally {
      errors.flush();
    }
  }

  private SoakSettings settings() {
    try {
      return new SoakSettings(
          Duration.ofMillis(Math.round(minutes * MILLIS_PER_MINUTE)),
          sets,
          streams,
          nodes,
          every,
          seed == null ? System.nanoTime() : seed);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
    }
  }
}
