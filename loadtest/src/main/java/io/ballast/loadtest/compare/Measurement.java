package io.ballast.loadtest.compare;

import io.ballast.loadtest.process.ProcessCost;
import io.ballast.loadtest.process.StopSignal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Takes the figures of runs. Confined to one thread. */
final class Measurement {
  private static final double BYTES_PER_MEGABYTE = 1e6;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int PERCENTILE = 99;
  private static final double HALF = 0.5;

  private final Plan plan;
  private final long backend;
  private final StopSignal stop;
  private final PrintWriter out;

  /**
   * For runs in front of one backend.
   *
   * @param backend its process id
   * @param out gets lines about what was wrong
   */
  Measurement(Plan plan, long backend, StopSignal stop, PrintWriter out) {
    this.plan = plan;
    this.backend = backend;
    this.stop = stop;
    this.out = out;
  }

  /** Starts a peer. */
  interface Start {
    RunningPeer run() throws IOException;
  }

  /**
   * System calls that were counted.
   *
   * @param units of work that were done meanwhile, above 0
   */
  record Calls(double units, Map<String, Long> byName, long wrong) {}

  /** The time and the cost until a peer that is started answers. */
  Run start(Start start) throws IOException {
    long before = System.nanoTime();
    try (RunningPeer peer = start.run()) {
      FirstAnswer.await(peer);
      double millis = (System.nanoTime() - before) / NANOS_PER_MILLI;
      return new Run(List.of(millis, peer.cost().cpuSeconds()), 0, 0, 0);
    }
  }

  /** The memory of sessions that do nothing, in a peer that has had none. */
  Run idle(RunningPeer target) throws IOException {
    int sessions = plan.idleSessions();
    stop.await(plan.warmUp());
    long before = target.cost().residentBytes();
    try (Load load = Workload.IDLE.load(target.address(), sessions, 1)) {
      load.start();
      stop.await(plan.warmUp());
      long after = target.cost().residentBytes();
      long wrong = load.wrong() + Math.max(0, sessions - load.done());
      complain(load, target);
      return new Run(
          List.of((after - before) / (double) sessions, after / BYTES_PER_MEGABYTE), 0, 0, wrong);
    }
  }

  /** How long connections wait that come at once, when the peer has done with others. */
  Run burst(RunningPeer target) throws IOException {
    stop.await(plan.warmUp());
    double before = target.cost().cpuSeconds();
    try (BurstLoad load = new BurstLoad(target.address(), plan.idleSessions())) {
      load.start();
      double cpu = target.cost().cpuSeconds() - before;
      complain(load, target);
      List<Double> figures = List.of(load.millisUntil(HALF), load.millisUntil(1), cpu);
      return new Run(figures, 0, 0, plan.idleSessions() - load.done());
    }
  }

  /** What a load costs, or how long its messages take. */
  Run busy(Workload workload, RunningPeer target) throws IOException {
    try (Load load = begin(workload, target)) {
      double proxyBefore = target.cost().cpuSeconds();
      double ownBefore = ownCpuSeconds();
      long doneBefore = load.done();
      long nanosBefore = System.nanoTime();
      stop.await(plan.measured());
      double done = load.done() - doneBefore;
      double seconds = (System.nanoTime() - nanosBefore) / NANOS_PER_SECOND;
      double proxy = target.cost().cpuSeconds() - proxyBefore;
      double own = ownCpuSeconds() - ownBefore;
      complain(load, target);
      List<Double> figures =
          load instanceof Timed timed
              ? times(workload, timed.times(), done / workload.unit() / seconds)
              : costs(workload, done, seconds, proxy, own);
      return new Run(figures, proxy / seconds, own / seconds, load.wrong() + (done > 0 ? 0 : 1));
    }
  }

  private static List<Double> costs(
      Workload workload, double done, double seconds, double proxy, double own) {
    double units = Math.max(done / workload.unit(), Double.MIN_NORMAL);
    double perSecond = (workload == Workload.BULK ? units : done) / seconds;
    return List.of(proxy / units, perSecond, own / units);
  }

  private static List<Double> times(Workload workload, Histogram nanos, double perSecond) {
    double median = nanos.getValueAtPercentile(50) / NANOS_PER_MICRO;
    double high = nanos.getValueAtPercentile(PERCENTILE) / NANOS_PER_MICRO;
    return workload == Workload.FAIRNESS ? List.of(median, high, perSecond) : List.of(median, high);
  }

  /** Counts a peer's system calls while it works. */
  Calls calls(Workload workload, RunningPeer target, Path folder)
      throws IOException, InterruptedException {
    try (Load load = begin(workload, target);
        SystemCalls counting = SystemCalls.count(target.pids(), folder)) {
      long doneBefore = load.done();
      stop.await(plan.measured());
      double done = load.done() - doneBefore;
      Map<String, Long> byName = counting.stop();
      complain(load, target);
      return new Calls(
          Math.max(done / workload.call().unit(), Double.MIN_NORMAL),
          byName,
          load.wrong() + (done > 0 ? 0 : 1));
    }
  }

  private Load begin(Workload workload, RunningPeer target) {
    int threads = plan.loadThreads(target.contender().threads());
    Load load = workload.load(target.address(), plan.idleSessions(), threads);
    try {
      load.start();
      stop.await(plan.warmUp());
      if (load instanceof Timed timed) {
        timed.record();
      }
      return load;
    } catch (RuntimeException e) {
      load.close();
      throw e;
    }
  }

  private void complain(Load load, RunningPeer target) {
    if (load.wrong() > 0) {
      out.println("      wrong " + load.wrong() + " times; first: " + load.firstWrong());
      out.println("      the last that " + target.contender() + " said: " + target.lastWords());
    }
  }

  private double ownCpuSeconds() throws IOException {
    return ProcessCost.of(backend).cpuSeconds() + ProcessCost.ofSelf().cpuSeconds();
  }
}
