package io.ballast.loadtest.compare;

import io.ballast.loadtest.process.ChildProcess;
import io.ballast.loadtest.process.StopSignal;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;

/** Puts the same load through each peer in turn, again and again. Confined to one thread. */
public final class Comparison {
  private static final Duration TO_START = Duration.ofSeconds(30);

  private final Plan plan;
  private final Peers peers;
  private final PrintWriter out;
  private final StopSignal stop;
  private final Results results;
  private final CallResults callResults = new CallResults();
  private final Map<Contender, RunningPeer> running = new HashMap<>();
  private ChildProcess backend;
  private Measurement measurement;
  private List<InetSocketAddress> backends = List.of();
  private boolean wrong;

  private Comparison(Plan plan, Peers peers, PrintWriter out, StopSignal stop) {
    this.plan = plan;
    this.peers = peers;
    this.results = new Results(plan.reference());
    this.out = out;
    this.stop = stop;
  }

  /**
   * Compares, and prints the table; what was done until {@code stop}, if that comes first.
   *
   * @return whether every byte was as it must be
   * @throws IOException when a process does not start, or ends
   */
  public static boolean run(Plan plan, Peers peers, PrintWriter out, StopSignal stop)
      throws IOException, InterruptedException {
    Files.createDirectories(peers.folder());
    Comparison comparison = new Comparison(plan, peers, out, stop);
    try {
      comparison.startBackend();
      comparison.runAll();
    } catch (IOException e) {
      if (!stop.isStopped()) {
        throw e;
      }
      // Ctrl-C ends the processes too, and the run that was under way with them.
    } finally {
      comparison.close();
    }
    out.println(plan.systemCalls() ? comparison.callResults.table() : comparison.results.table());
    out.flush();
    return !comparison.wrong;
  }

  private void startBackend() throws IOException, InterruptedException {
    CompletableFuture<List<InetSocketAddress>> addresses = new CompletableFuture<>();
    List<String> command = new ArrayList<>(plan.backend());
    command.add(Integer.toString(plan.backendThreads()));
    backend =
        ChildProcess.start(
            "backend",
            command,
            peers.folder().resolve("backend.log"),
            line -> addresses.complete(Addresses.inLine(line)));
    backends = backend.await(addresses, TO_START);
    measurement = new Measurement(plan, backend.pid(), stop, out);
  }

  private void runAll() throws IOException, InterruptedException {
    for (int pair = 1 - plan.discarded(); pair <= plan.pairs(); pair++) {
      for (Workload workload : plan.workloads()) {
        for (Contender contender : plan.contenders()) {
          if (stop.isStopped()) {
            return;
          }
          if (workload.suits(contender.peer())) {
            run(pair, workload, contender);
          }
        }
      }
    }
  }

  private void run(int pair, Workload workload, Contender contender)
      throws IOException, InterruptedException {
    if (plan.systemCalls()) {
      countCalls(pair, workload, contender);
      return;
    }
    Run run = measure(workload, contender);
    wrong |= run.wrong() > 0;
    if (pair > 0) {
      results.add(workload, contender, run);
    }
    StringJoiner figures = new StringJoiner(", ");
    for (int i = 0; i < workload.figures().size(); i++) {
      if (run.figure(i) != 0) {
        figures.add(Results.number(run.figure(i)) + " " + workload.figures().get(i).title());
      }
    }
    if (run.busyLoad() > 0) {
      figures.add(String.format(Locale.ROOT, "busy %.2f + %.2f", run.busyProxy(), run.busyLoad()));
    }
    say(pair, workload, contender, figures + (run.wrong() == 0 ? "" : ", WRONG " + run.wrong()));
  }

  private void say(int pair, Workload workload, Contender contender, String what) {
    out.println(
        "%-9s %-40s %-14s %s"
            .formatted(
                pair > 0 ? pair + "/" + plan.pairs() : "discarded",
                workload.title(),
                contender,
                what));
    out.flush();
  }

  private Run measure(Workload workload, Contender contender)
      throws IOException, InterruptedException {
    return switch (workload) {
      case START -> measurement.start(() -> start(contender, "-start"));
      // For a new process: memory that other work left behind is not theirs.
      case IDLE -> {
        try (RunningPeer fresh = start(contender, "-idle")) {
          FirstAnswer.await(fresh);
          yield measurement.idle(fresh);
        }
      }
      case BURST -> measurement.burst(running(contender));
      default -> measurement.busy(workload, running(contender));
    };
  }

  private void countCalls(int pair, Workload workload, Contender contender)
      throws IOException, InterruptedException {
    Measurement.Calls calls = measurement.calls(workload, running(contender), peers.folder());
    wrong |= calls.wrong() > 0;
    if (pair > 0) {
      callResults.add(workload, contender, calls.units(), calls.byName());
    }
    long all = calls.byName().values().stream().mapToLong(Long::longValue).sum();
    say(
        pair,
        workload,
        contender,
        String.format(
            Locale.ROOT,
            "%.2f calls a %s%s",
            all / calls.units(),
            workload.call(),
            calls.wrong() == 0 ? "" : ", WRONG " + calls.wrong()));
  }

  private RunningPeer running(Contender contender) throws IOException {
    RunningPeer peer = running.get(contender);
    if (peer == null) {
      peer = start(contender, "");
      running.put(contender, peer);
      FirstAnswer.await(peer);
    }
    return peer;
  }

  private RunningPeer start(Contender contender, String purpose) throws IOException {
    return peers.start(contender, contender + purpose, backends);
  }

  private void close() {
    running.values().forEach(RunningPeer::close);
    if (backend != null) {
      backend.close();
    }
  }
}
