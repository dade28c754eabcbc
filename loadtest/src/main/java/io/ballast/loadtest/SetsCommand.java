package io.ballast.loadtest;

import io.ballast.loadtest.process.StopSignal;
import io.ballast.loadtest.report.JsonLine;
import io.ballast.loadtest.set.SetProgress;
import io.ballast.loadtest.set.SetsRun;
import io.ballast.sim.Habits;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sets}: thousands of simulated sets, each from an address of its own. */
@Command(
    name = "sets",
    description = {
      "Connects simulated sets to a proxy, or to a backend, and checks every answer.",
      "Each set greets with HELLO id, sends numbered messages, and comes back when its connection"
          + " ends. A line a second tells how they stand; the last lines are the report, as JSON.",
      "Ends after --duration, by `quit` on standard input, or by Ctrl-C.",
      "`mark` on standard input counts anew how connections end and who goes where.",
      "`down NODE` and `up NODE` say that sets leave a node because it is down, and not moved.",
      "The exit status is 1 when an answer was lost, doubled, reordered or not the one asked for."
    })
final class SetsCommand implements Callable<Integer> {
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** How long the last answers may take, in tenths of a second. */
  private static final int PATIENCE_AT_END = 100;

  @Spec private CommandSpec spec;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "HOST:PORT",
      converter = Conversions.Address.class,
      description = "Where the sets connect.")
  private InetSocketAddress to;

  @Option(
      names = "--sets",
      defaultValue = "5000",
      paramLabel = "N",
      converter = Conversions.Groups.class,
      description = "How many; or groups, whose names their identities begin with: asia=20,hub=5.")
  private SetGroups groups;

  @Option(
      names = "--from",
      defaultValue = "127.1.0.1",
      paramLabel = "ADDRESS",
      description = "The first set's local address; each has the next one (${DEFAULT-VALUE}).")
  private InetAddress from;

  @Option(
      names = "--message",
      defaultValue = "2s",
      paramLabel = "TIME",
      converter = Conversions.Time.class,
      description = "From one burst of messages of a set to the next, on average.")
  private Duration message;

  @Option(names = "--burst", defaultValue = "1", description = "Messages at once, 1 to 1000.")
  private int burst;

  @Option(names = "--padding", defaultValue = "0", description = "More bytes a message, to 8000.")
  private int padding;

  @Option(
      names = "--patience",
      defaultValue = "10s",
      paramLabel = "TIME",
      converter = Conversions.Time.class,
      description = "A set that waits longer for an answer connects anew (${DEFAULT-VALUE}).")
  private Duration patience;

  @Option(
      names = "--arrival",
      defaultValue = "5s",
      paramLabel = "TIME",
      converter = Conversions.Time.class,
      description = "The sets first connect over this time (${DEFAULT-VALUE}).")
  private Duration arrival;

  @Option(
      names = "--reconnect",
      defaultValue = "1s",
      paramLabel = "TIME",
      converter = Conversions.Time.class,
      description =
          "The median pause before a set connects again, lognormal; it grows with each failure.")
  private Duration reconnect;

  @Option(
      names = "--never-return",
      defaultValue = "0",
      paramLabel = "PART",
      description = "The part of ended connections after which a set stays away: 0.01 is 1 %%.")
  private double neverReturn;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = Conversions.Time.class,
      description = "How long; without it until stopped.")
  private Duration duration;

  @Option(names = "--seed", paramLabel = "N", description = "Of what is random in the sets' doing.")
  private Long seed;

  @Option(names = "--json", description = "Progress as JSON too.")
  private boolean json;

  @Option(names = "--until-eof", description = "Ends when standard input ends.")
  private boolean untilEnd;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    long chosenSeed = seed == null ? System.nanoTime() : seed;
    Habits habits = habits();
    try (StopSignal stop = StopSignal.onInterrupt();
        SetsRun run = SetsRun.start(groups.members(from), to, habits, chosenSeed)) {
      stop.listen(System.in, untilEnd, command -> execute(command, run));
      follow(run, stop, out);
      run.fallSilent();
      awaitAnswers(run);
      List<JsonLine> report = run.report();
      report.get(0).with("seed", chosenSeed);
      report.forEach(out::println);
      out.flush();
      return run.wrong() == 0 && run.outstanding() == 0 ? 0 : 1;
    }
  }

  private Habits habits() {
    try {
      return new Habits(message, burst, padding, patience, arrival, reconnect, neverReturn);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
    }
  }

  private void follow(SetsRun run, StopSignal stop, PrintWriter out) {
    long end = duration == null ? Long.MAX_VALUE : System.nanoTime() + duration.toNanos();
    while (System.nanoTime() < end && !stop.await(SECOND)) {
      SetProgress progress = run.progress();
      out.println(json ? progress.toJson() : progress);
      out.flush();
    }
  }

  /** Sets that are away when all fall silent come back to ask again what was not answered. */
  private static void awaitAnswers(SetsRun run) {
    StopSignal never = StopSignal.never();
    for (int i = 0; i < PATIENCE_AT_END && run.outstanding() > 0; i++) {
      never.await(SECOND.dividedBy(10));
    }
  }

  private void execute(String command, SetsRun run) {
    String[] words = command.split("\\s+", -1);
    if (words.length == 2 && (words[0].equals("down") || words[0].equals("up"))) {
      run.nodeIsDown(words[1], words[0].equals("down"));
      return;
    }
    if (command.equals("mark")) {
      run.mark();
      return;
    }
    PrintWriter errors = spec.commandLine().getErr();
    errors.println(command + ": no such command; there are: down NODE, up NODE, mark, quit");
    errors.flush();
  }
}
