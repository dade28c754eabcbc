package io.ballast.loadtest;

import io.ballast.loadtest.process.StopSignal;
import io.ballast.loadtest.scenario.Kind;
import io.ballast.loadtest.scenario.Programs;
import io.ballast.loadtest.scenario.ScenarioRun;
import io.ballast.loadtest.scenario.ScenarioSettings;
import io.ballast.sim.Crash;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code scenario}: a proxy, backends and sets, what happens to them, and a report. */
@Command(
    name = "scenario",
    description = {
      "Starts the proxy, backends and sets as three processes, lets something happen, and reports.",
      "The exit status is 1 when something did not hold that must, 3 when a process failed.",
      "%n  drain   n1 is emptied, at once or --over a time",
      "  ramp    a new node is warmed in, --over a time",
      "  crash   n1 goes down, --how, and comes back after --down",
      "  flap    n1 goes --down and comes --up again, several --times",
      "  zones   all nodes of a zone go --down and come back%n"
    })
final class ScenarioCommand implements Callable<Integer> {
  private static final int FAILED = 3;
  private static final int INTERRUPTED = 130;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SCENARIO", description = "${COMPLETION-CANDIDATES}")
  private Kind kind;

  @Option(names = "--sets", defaultValue = "5000", description = "${DEFAULT-VALUE}; at most 9000.")
  private int sets;

  @Option(names = "--nodes", defaultValue = "5", description = "${DEFAULT-VALUE}; not for zones.")
  private int nodes;

  @Option(
      names = "--steady",
      paramLabel = "TIME",
      converter = Conversions.Time.class,
      description = "All connected, before anything happens (10s; 65s before a ramp).")
  private Duration steady;

  @Option(
      names = "--over",
      paramLabel = "TIME",
      converter = Conversions.Time.class,
      description = "How long a drain (at once) or a ramp (60s) takes.")
  private Duration over;

  @Option(
      names = "--down",
      paramLabel = "TIME",
      converter = Conversions.Time.class,
      description = "How long nodes are down (60s; 20s for flap).")
  private Duration down;

  @Option(
      names = "--up",
      paramLabel = "TIME",
      defaultValue = "40s",
      converter = Conversions.Time.class,
      description = "How long a flapping node is up (${DEFAULT-VALUE}).")
  private Duration up;

  @Option(names = "--times", defaultValue = "3", description = "Crashes of a flapping node.")
  private int times;

  @Option(names = "--how", defaultValue = "reset", description = "${COMPLETION-CANDIDATES}.")
  private Crash how;

  @Option(
      names = "--balance",
      defaultValue = "",
      paramLabel = "HOCON",
      description = "For the section `balance` of the proxy's configuration: 'rate = 200'.")
  private String balance;

  @Mixin private ProxyOptions proxy;

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      description = "Where report and logs go (target/scenario/NAME).")
  private Path folder;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter errors = spec.commandLine().getErr();
    ScenarioSettings settings = settings();
    Programs programs = proxy.programs();
    Path target = folder == null ? Path.of("target", "scenario", name()) : folder;
    try (StopSignal stop = StopSignal.onInterrupt()) {
      boolean good = ScenarioRun.run(settings, programs, target, spec.commandLine().getOut(), stop);
      return good ? 0 : 1;
    } catch (IOException e) {
      errors.println("scenario " + name() + ": " + e.getMessage() + "; logs are in " + target);
      return FAILED;
    } catch (ScenarioRun.StoppedException e) {
      errors.println("scenario " + name() + ": " + e.getMessage());
      return INTERRUPTED;
    } finally {
      errors.flush();
    }
  }

  private String name() {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private ScenarioSettings settings() {
    try {
      return new ScenarioSettings(
          kind,
          nodes,
          sets,
          or(steady, kind == Kind.RAMP ? 65 : 10),
          or(over, kind == Kind.RAMP ? 60 : 0),
          or(down, kind == Kind.FLAP ? 20 : 60),
          up,
          times,
          how,
          balance);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
    }
  }

  private static Duration or(Duration given, int seconds) {
    return given == null ? Duration.ofSeconds(seconds) : given;
  }
}
