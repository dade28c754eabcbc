package io.ballast.loadtest.compare;

import io.ballast.loadtest.process.ChildProcess;
import io.ballast.loadtest.process.ProcessCost;
import io.ballast.loadtest.process.StopSignal;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;

/** Puts the same load through each peer in turn, again and again. Confined to one thread. */
public final class Comparison {
  private static final int START_SECONDS = 30;
  private static final double BYTES_PER_MEGABYTE = 1e6;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int PERCENTILE = 99;

  private final Plan plan;
  private final Peers peers;
  private final PrintWriter out;
  private final StopSignal stop;
  private final Results results = new Results();
  private final Map<Peer, RunningPeer> running = new EnumMap<>(Peer.class);
  private ChildProcess backend;
  private InetSocketAddress backendAddress;

  /**
   * What is compared, and for how long.
   *
   * @param discarded how often each workload goes through each peer before it counts, 0 or more: a
   *     virtual machine compiles what it runs often
   * @param pairs how often it then counts, 1 or more
   * @param warmUp of each run
   * @param measured the part of each run that counts
   * @param idleSessions how many sessions do nothing in the workload of that name
   * @param backend the command that starts the backend, which says on a line {@code raw HOST:PORT}
   *     where it listens
   */
  public record Plan(
      List<Workload> workloads,
      List<Peer> peers,
      int discarded,
      int pairs,
      Duration warmUp,
      Duration measured,
      int idleSessions,
      List<String> backend) {
    /** Keeps the lists as they are now. */
    public Plan {
      workloads = List.copyOf(workloads);
      peers = List.copyOf(peers);
      backend = List.copyOf(backend);
    }
  }

  private Comparison(Plan plan, Peers peers, PrintWriter out, StopSignal stop) {
    this.plan = plan;
    this.peers = peers;
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
    out.println(comparison.results.table());
    out.flush();
    return comparison.results.wrong() == 0;
  }

  private void startBackend() throws IOException, InterruptedException {
    CompletableFuture<InetSocketAddress> address = new CompletableFuture<>();
    backend =
        ChildProcess.start(
            "backend",
            plan.backend(),
            peers.folder().resolve("backend.log"),
            line -> {
              int colon = line.lastIndexOf(':');
              address.complete(
                  new InetSocketAddress(
                      line.substring(line.indexOf(' ') + 1, colon),
                      Integer.parseInt(line.substring(colon + 1))));
            });
    try {
      backendAddress = address.get(START_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new IOException("the backend does not start: " + backend.lastWords(), e);
    }
  }

  private void runAll() throws IOException, InterruptedException {
    for (int pair = 1 - plan.discarded(); pair <= plan.pairs(); pair++) {
      for (Workload workload : plan.workloads()) {
        for (Peer peer : plan.peers()) {
          if (stop.isStopped()) {
            return;
          }
          Run run = run(workload, peer);
          if (pair > 0) {
            results.add(workload, peer, run);
          }
          say(pair, workload, peer, run);
        }
      }
    }
  }

  private void say(int pair, Workload workload, Peer peer, Run run) {
    out.println(
        String.format(
            Locale.ROOT,
            "%-9s %-32s %-8s %10.3f %s, %.3f %s%s",
            pair > 0 ? pair + "/" + plan.pairs() : "discarded",
            workload.title(),
            peer,
            run.figure(),
            workload.figure(),
            run.second(),
            workload.second(),
            run.wrong() == 0 ? "" : ", WRONG " + run.wrong()));
    out.flush();
  }

  /** Idle sessions are for a new process: memory that other work left behind is not theirs. */
  private Run run(Workload workload, Peer peer) throws IOException, InterruptedException {
    if (workload == Workload.IDLE) {
      try (RunningPeer fresh = peers.start(peer, peer + "-idle", backendAddress)) {
        return idle(fresh);
      }
    }
    RunningPeer target = running.get(peer);
    if (target == null) {
      target = peers.start(peer, peer.toString(), backendAddress);
      running.put(peer, target);
    }
    return busy(workload, target);
  }

  private Run idle(RunningPeer target) throws IOException {
    stop.await(plan.warmUp());
    long before = target.cost().residentBytes();
    try (Load load = Workload.IDLE.load(target.address(), plan.idleSessions())) {
      load.start();
      stop.await(plan.warmUp());
      long after = target.cost().residentBytes();
      complain(load);
      return new Run(
          (after - before) / (double) plan.idleSessions(),
          after / BYTES_PER_MEGABYTE,
          0,
          load.wrong() + Math.max(0, plan.idleSessions() - load.done()));
    }
  }

  private Run busy(Workload workload, RunningPeer target) throws IOException {
    try (Load load = workload.load(target.address(), plan.idleSessions())) {
      load.start();
      stop.await(plan.warmUp());
      if (load instanceof SteadyLoad steady) {
        steady.record();
      }
      ProcessCost before = target.cost();
      double ownBefore = ownCpuSeconds();
      long doneBefore = load.done();
      long nanosBefore = System.nanoTime();
      stop.await(plan.measured());
      double units = (load.done() - doneBefore) / workload.unit();
      double seconds = (System.nanoTime() - nanosBefore) / NANOS_PER_SECOND;
      double cpu = target.cost().cpuSeconds() - before.cpuSeconds();
      double own = ownCpuSeconds() - ownBefore;
      complain(load);
      long wrong = load.wrong() + (units > 0 ? 0 : 1);
      if (load instanceof SteadyLoad steady) {
        Histogram times = steady.times();
        return new Run(
            times.getValueAtPercentile(50) / NANOS_PER_MICRO,
            times.getValueAtPercentile(PERCENTILE) / NANOS_PER_MICRO,
            0,
            wrong);
      }
      double done = Math.max(units, Double.MIN_NORMAL);
      double perSecond = workload == Workload.BULK ? units : units * workload.unit();
      return new Run(cpu / done, perSecond / seconds, own / done, wrong);
    }
  }

  private void complain(Load load) {
    if (load.wrong() > 0) {
      out.println("      wrong " + load.wrong() + " times; first: " + load.firstWrong());
    }
  }

  private double ownCpuSeconds() throws IOException {
    ProcessCost backendCost = ProcessCost.of(backend.pid());
    return backendCost.cpuSeconds() + ProcessCost.ofSelf().cpuSeconds();
  }

  private void close() {
    running.values().forEach(RunningPeer::close);
    if (backend != null) {
      backend.close();
    }
  }
}
