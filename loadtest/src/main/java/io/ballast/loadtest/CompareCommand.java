package io.ballast.loadtest;

import io.ballast.loadtest.compare.Comparison;
import io.ballast.loadtest.compare.Machine;
import io.ballast.loadtest.compare.Peer;
import io.ballast.loadtest.compare.Peers;
import io.ballast.loadtest.compare.Plan;
import io.ballast.loadtest.compare.Workload;
import io.ballast.loadtest.process.Jvm;
import io.ballast.loadtest.process.StopSignal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code compare}: what each proxy spends on the same work. */
@Command(
    name = "compare",
    description = {
      "Puts the same load through nothing, HAProxy, nginx and Ballast in turn, again and again.",
      "Prints the processor time that each spends on a unit of work, and the ratio to HAProxy of"
          + " each turn: median (smallest to largest). Every byte is checked.",
      "Without HAProxy, and with another build of Ballast (--before), the ratio is to that.",
      "The columns `busy` are how many processors the proxy, and the load generator with the backend,"
          + " kept busy; `load CPU` is what those spent on the same unit.",
      "The exit status is 1 when a byte was wrong, 3 when a process failed. Needs Linux."
    })
final class CompareCommand implements Callable<Integer> {
  private static final int FAILED = 3;
  private static final String HEAP = "512m";
  private static final int MAX_IDLE = 9500;
  private static final int MAX_TURNS = 1000;
  private static final int MAX_THREADS = 64;

  @Spec private CommandSpec spec;

  @Option(names = "--pairs", defaultValue = "9", description = "Turns (${DEFAULT-VALUE}).")
  private int pairs;

  @Option(
      names = "--discard",
      defaultValue = "1",
      description = "Turns before those that count (${DEFAULT-VALUE}): a JVM compiles first.")
  private int discarded;

  @Option(
      names = "--workloads",
      split = ",",
      defaultValue = "bulk,small,medium,connect,idle,burst,latency,fairness,start",
      description = "${COMPLETION-CANDIDATES}; all if not given.")
  private List<Workload> workloads;

  @Option(
      names = "--peers",
      split = ",",
      defaultValue = "direct,haproxy,nginx,ballast",
      description =
          "${COMPLETION-CANDIDATES}; all but haproxy-splice and ballast-before if not given.")
  private List<Peer> chosen;

  @Option(
      names = "--threads",
      split = ",",
      defaultValue = "1",
      paramLabel = "N",
      description = {
        "How many threads each peer has for the traffic (${DEFAULT-VALUE}).",
        "With several numbers, 1 among them, each is compared with 1: --threads=1,2."
      })
  private List<Integer> threads;

  @Option(
      names = "--load-threads",
      paramLabel = "N",
      description = "How many threads the load has; as many as the peer if not given.")
  private Integer loadThreads;

  @Option(
      names = "--strace",
      description = {
        "Counts the system calls of a message, a connection or a megabyte instead, by strace.",
        "No figure of processor time is printed then, since strace distorts them."
      })
  private boolean systemCalls;

  @Option(
      names = "--warm-up",
      defaultValue = "2s",
      paramLabel = "TIME",
      converter = Conversions.Time.class,
      description = "Of each run, before it counts (${DEFAULT-VALUE}).")
  private Duration warmUp;

  @Option(
      names = "--measure",
      defaultValue = "5s",
      paramLabel = "TIME",
      converter = Conversions.Time.class,
      description = "How long a run counts (${DEFAULT-VALUE}).")
  private Duration measured;

  @Option(
      names = "--idle-sessions",
      defaultValue = "9000",
      paramLabel = "N",
      description =
          "Sessions that do nothing, or come at once (${DEFAULT-VALUE}); at most " + MAX_IDLE + ".")
  private int idleSessions;

  @Option(
      names = "--ballast",
      paramLabel = "JAR",
      description = "Ballast's jar; ballast.jar next to this program's if not given.")
  private Path jar;

  @Option(
      names = "--before",
      paramLabel = "JAR",
      description = "Another build's jar, for the peer ballast-before.")
  private Path before;

  @Option(names = "--java", paramLabel = "PROGRAM", description = "The java that runs Ballast.")
  private Path java;

  @Option(
      names = "--java-option",
      paramLabel = "OPTION",
      description = {
        "For the java that runs Ballast; may be repeated: --java-option=-Xmx64m.",
        "If not given, the options it is shipped with: conf/java.options beside the jar's folder."
      })
  private List<String> javaOptions = List.of();

  @Option(
      names = "--conf",
      defaultValue = "",
      paramLabel = "HOCON",
      description = "More of Ballast's configuration, such as session-log.lines = all.")
  private String more;

  @Option(
      names = "--folder",
      defaultValue = "target/compare",
      description = "Where configuration files and logs go (${DEFAULT-VALUE}).")
  private Path folder;

  @Override
  public Integer call() throws InterruptedException {
    within("--pairs", pairs, 1, MAX_TURNS);
    within("--discard", discarded, 0, MAX_TURNS);
    within("--idle-sessions", idleSessions, 1, MAX_IDLE);
    threads.forEach(count -> within("--threads", count, 1, MAX_THREADS));
    OptionalInt ofLoad = loadThreads == null ? OptionalInt.empty() : OptionalInt.of(loadThreads);
    ofLoad.ifPresent(count -> within("--load-threads", count, 1, MAX_THREADS));
    PrintWriter out = spec.commandLine().getOut();
    Peers peers = new Peers(ballast(ballastJar()), ballast(before), more, folder);
    Plan plan =
        new Plan(
            systemCalls ? countable(out) : workloads,
            present(peers, out),
            threads,
            ofLoad,
            discarded,
            pairs,
            warmUp,
            measured,
            idleSessions,
            systemCalls,
            Jvm.self(Main.class, HEAP, List.of("raw-backend")));
    try (StopSignal stop = StopSignal.onInterrupt()) {
      return Comparison.run(plan, peers, out, stop) ? 0 : 1;
    } catch (IOException e) {
      PrintWriter errors = spec.commandLine().getErr();
      errors.println("compare: " + e.getMessage() + "; logs are in " + folder);
      errors.flush();
      return FAILED;
    }
  }

  /** The peers that are there; says of all what they are, and of the machine. */
  private List<Peer> present(Peers peers, PrintWriter out) {
    List<Peer> present = new ArrayList<>();
    Machine.describe(javaProgram().toString()).forEach(out::println);
    for (Peer peer : chosen) {
      Optional<String> missing = peers.missing(peer);
      if (missing.isEmpty()) {
        present.add(peer);
      }
      out.println(
          missing
              .map(why -> "without " + peer + ": " + why)
              .orElseGet(() -> Machine.line(peer.toString(), peers.version(peer))));
    }
    out.flush();
    return systemCalls ? present.stream().filter(peer -> peer != Peer.DIRECT).toList() : present;
  }

  /** The workloads of which system calls can be counted. */
  private List<Workload> countable(PrintWriter out) {
    Peers.missingStrace()
        .ifPresent(
            why -> {
              throw new ParameterException(spec.commandLine(), "--strace: " + why);
            });
    List<Workload> countable = workloads.stream().filter(Workload::hasCalls).toList();
    workloads.stream()
        .filter(workload -> !countable.contains(workload))
        .forEach(
            workload ->
                out.println(
                    "without "
                        + workload.name().toLowerCase(Locale.ROOT)
                        + ": its system calls are not those of a unit of work"));
    return countable;
  }

  private Path javaProgram() {
    return java == null ? Jvm.java() : java;
  }

  private void within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(), "%s = %d: it is from %d to %d".formatted(option, value, least, most));
    }
  }

  private Path ballastJar() {
    return jar == null ? Jvm.home(Main.class).resolveSibling("ballast.jar") : jar;
  }

  private List<String> ballast(Path file) {
    if (file == null || !Files.isRegularFile(file)) {
      return List.of();
    }
    // As the unit of systemd starts it.
    List<String> command = new ArrayList<>(List.of("env", "MALLOC_ARENA_MAX=1"));
    command.add(javaProgram().toString());
    Path shipped = file.toAbsolutePath().getParent().resolveSibling("conf/java.options");
    if (!javaOptions.isEmpty()) {
      command.addAll(javaOptions);
    } else if (Files.isRegularFile(shipped)) {
      command.add("@" + shipped);
    }
    command.addAll(List.of("-jar", file.toString(), "serve"));
    return command;
  }
}
