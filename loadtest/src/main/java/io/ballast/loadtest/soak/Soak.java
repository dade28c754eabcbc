package io.ballast.loadtest.soak;

import io.ballast.loadtest.process.StopSignal;
import io.ballast.loadtest.scenario.Layout;
import io.ballast.loadtest.scenario.MustHold;
import io.ballast.loadtest.scenario.Programs;
import io.ballast.loadtest.scenario.ProxyConfiguration;
import io.ballast.loadtest.scenario.ProxyProcess;
import io.ballast.loadtest.set.SetsRun;
import io.ballast.sim.Habits;
import io.ballast.sim.SimulatedSets.Member;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;

/** One soak, from the start of its processes to its report. Confined to one thread. */
public final class Soak {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final double NANOS_PER_SECOND = 1e9;

  /** What is still on its way when the load ends has this long. */
  private static final Duration TO_END = Duration.ofSeconds(90);

  /** What the virtual machine may open late: files of classes, its own sockets. */
  private static final int SPARE_DESCRIPTORS = 8;

  /** What the proxy keeps at most once streams have been spliced: four pipes. */
  private static final int KEPT_BY_A_LOOP = 8;

  private static final Habits TALKING =
      new Habits(SECOND, 2, 100, Duration.ofSeconds(10), SECOND, Duration.ofMillis(200), 0);

  /** Long enough bursts to be spliced. */
  private static final Habits STREAMING =
      new Habits(
          Duration.ofSeconds(4),
          500,
          8000,
          Duration.ofSeconds(10),
          SECOND,
          Duration.ofMillis(200),
          0);

  /** Faults are found fast, and sessions move as soon as there is a reason, and often. */
  private static final Map<String, String> SECTIONS =
      Map.of(
          "health", "interval = 500ms, timeout = 500ms, rise = 1, fall = 2",
          "connect", "timeout = 1s",
          "balance",
              "rate = 200, node-rate = 200, dwell = 1s, residency = 1s, cool-down = 5s, quiet = 50ms,"
                  + " patience = 1s, settle = 1s, hold = 1s, hold-max = 5s, return-window = 5s");

  private final SoakSettings settings;
  private final Layout layout;
  private final PrintWriter out;
  private final StopSignal stop;
  private final long startNanos = System.nanoTime();
  private final List<Level> levels = new ArrayList<>();
  private final List<String> events = new ArrayList<>();
  private final List<MustHold> rules = new ArrayList<>();
  private final Map<String, Long> figures = new LinkedHashMap<>();

  private Soak(SoakSettings settings, PrintWriter out, StopSignal stop) {
    this.settings = settings;
    this.layout = settings.layout();
    this.out = out;
    this.stop = stop;
  }

  /**
   * Runs a soak and writes its report.
   *
   * @param folder where everything goes that is kept: the report, events, samples and logs
   * @param out progress and the summary
   * @return whether everything held that must
   * @throws IOException when a process that takes part does not start or answer
   * @throws CancellationException when {@code stop} came before the end
   */
  public static boolean run(
      SoakSettings settings, Programs programs, Path folder, PrintWriter out, StopSignal stop)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Soak soak = new Soak(settings, out, stop);
    soak.say(
        "soak of %d s, seed %d: %d sets, %d streams, %d nodes"
            .formatted(
                settings.length().toSeconds(),
                settings.seed(),
                settings.sets(),
                settings.streams(),
                settings.nodes()));
    List<NodeProcess> nodes = new ArrayList<>();
    try {
      for (String name : soak.layout.names()) {
        nodes.add(NodeProcess.start(name, "127.90.0." + (1 + nodes.size()), programs, folder));
      }
      for (NodeProcess node : nodes) {
        node.awaitReady();
      }
      soak.runWith(nodes, programs, folder);
    } finally {
      for (NodeProcess node : nodes) {
        node.close();
      }
    }
    SoakReport report =
        new SoakReport(settings, soak.levels, soak.events, soak.rules, soak.figures);
    report.writeTo(folder);
    out.println(report.summary());
    out.println("report   " + folder.resolve(SoakReport.PAGE));
    out.flush();
    return report.isGood();
  }

  private void runWith(List<NodeProcess> nodes, Programs programs, Path folder)
      throws IOException, InterruptedException {
    Map<String, String> addresses = new LinkedHashMap<>();
    nodes.forEach(node -> addresses.put(node.name(), node.address()));
    Path state = folder.resolve("proxy.state");
    Files.deleteIfExists(state);
    Path configuration = folder.resolve("proxy.conf");
    Files.writeString(configuration, ProxyConfiguration.text(layout, addresses, SECTIONS, state));
    List<String> serve = programs.serve(configuration, "-Dio.netty.leakDetection.level=advanced");
    try (ProxyProcess proxy = ProxyProcess.start(serve, folder)) {
      Gauge gauge = new Gauge(programs.java(), proxy);
      warmUp(proxy);
      gauge.read(seconds());
      awaitAtMost(TO_END, () -> live(proxy) == 0);
      long descriptors = gauge.descriptors();
      load(nodes, proxy, gauge);
      judgeEnd(proxy, descriptors, gauge);
      proxy.process().signal("TERM");
      OptionalInt status = proxy.process().awaitEnd(TO_END);
      rules.add(
          new MustHold(
              "the proxy ends with status 0 when told to",
              status.equals(OptionalInt.of(0)),
              status.toString()));
    }
    rules.add(
        MustHold.none(
            "ERROR in the proxy's log",
            Files.readAllLines(folder.resolve("proxy.log")).stream()
                .filter(line -> line.contains(" ERROR ") || line.contains("LEAK"))
                .count()));
  }

  /** What a proxy opens with its first connections, it keeps. */
  private void warmUp(ProxyProcess proxy) throws IOException {
    try (ShortConnections first =
        ShortConnections.start(proxy.listener(), layout.names(), settings.seed())) {
      awaitAtMost(TO_END, () -> first.whole() >= 20);
    }
  }

  private void load(List<NodeProcess> nodes, ProxyProcess proxy, Gauge gauge)
      throws IOException, InterruptedException {
    Disturbance disturbance =
        new Disturbance(settings.seed(), layout, nodes, proxy.operator(), this::event);
    ShortConnections churn =
        ShortConnections.start(proxy.listener(), layout.names(), settings.seed());
    try (churn;
        SetsRun talking =
            SetsRun.start(
                members(layout.identities()), proxy.listener(), TALKING, settings.seed());
        SetsRun streaming =
            SetsRun.start(
                members(
                    IntStream.range(0, settings.streams()).mapToObj(i -> "stream-" + i).toList()),
                proxy.listener(),
                STREAMING,
                settings.seed())) {
      disturb(disturbance, gauge, proxy, talking);
      disturbance.end();
      talking.fallSilent();
      streaming.fallSilent();
      awaitAtMost(TO_END, () -> talking.outstanding() + streaming.outstanding() == 0);
      judgeSets("set's", talking);
      judgeSets("stream's", streaming);
    }
    figures.put("short connections, whole", churn.whole());
    figures.put("short connections, cut short", churn.cut());
    rules.add(MustHold.none("wrong byte of a short connection", churn.wrong()));
    rules.add(MustHold.some("short connections that went as meant", churn.whole()));
    rules.add(MustHold.some("commands carried out", disturbance.carriedOut()));
    for (Trouble kind : Trouble.values()) {
      figures.put("nodes " + kind, disturbance.count(kind));
    }
    judgeLevels();
  }

  private static List<Member> members(List<String> identities) {
    return identities.stream().map(Member::anywhere).toList();
  }

  private void disturb(Disturbance disturbance, Gauge gauge, ProxyProcess proxy, SetsRun talking)
      throws IOException, InterruptedException {
    double start = seconds();
    double end = start + settings.length().toSeconds();
    double nextSample = start;
    while (seconds() < end) {
      if (stop.await(SECOND)) {
        throw new CancellationException("stopped before the end");
      }
      if (!proxy.process().isAlive()) {
        throw new IOException("the proxy ended; it last said: " + proxy.process().lastWords());
      }
      disturbance.tick(seconds());
      if (seconds() >= nextSample) {
        Level level = gauge.read(seconds());
        levels.add(level);
        say(SoakReport.line(level) + "  " + talking.progress().answered() + " answered");
        nextSample = seconds() + settings.every().toSeconds();
      }
    }
  }

  private void judgeSets(String whose, SetsRun sets) {
    rules.add(
        MustHold.none("answer of a %s connection wrong or lost".formatted(whose), sets.wrong()));
    rules.add(
        MustHold.none(
            "question of a %s connection left open".formatted(whose), sets.outstanding()));
    rules.add(
        MustHold.some("answers of a %s connection".formatted(whose), sets.progress().answered()));
    figures.put("answers to a %s questions".formatted(whose), sets.progress().answered());
  }

  private void judgeLevels() {
    rules.add(
        new Growth("heap after collection", 0.15, 8 << 20)
            .judge(levels.stream().map(Level::heapBytes).toList()));
    rules.add(
        new Growth("direct memory", 0.25, 8 << 20)
            .judge(levels.stream().map(Level::directBytes).toList()));
    rules.add(
        new Growth("resident memory", 0.15, 32 << 20)
            .judge(levels.stream().map(Level::residentBytes).toList()));
    figures.put(
        "most sessions at a time", levels.stream().mapToLong(Level::sessions).max().orElse(0));
  }

  private void judgeEnd(ProxyProcess proxy, long descriptors, Gauge gauge)
      throws IOException, InterruptedException {
    awaitAtMost(TO_END, () -> live(proxy) == 0);
    rules.add(MustHold.none("session left of those that nodes had", live(proxy)));
    awaitAtMost(TO_END, () -> gauge.descriptors() <= descriptors);
    Level level = gauge.read(seconds());
    levels.add(level);
    rules.add(MustHold.none("session left in the registry", level.sessions()));
    int kept = KEPT_BY_A_LOOP * Runtime.getRuntime().availableProcessors();
    rules.add(
        MustHold.atMost(
            "descriptors at the end, %d at the start,".formatted(descriptors),
            (double) descriptors + SPARE_DESCRIPTORS + kept,
            (double) level.descriptors()));
    Map<String, Long> totals = proxy.operator().numbers("STATS");
    long opened = totals.getOrDefault("opened", 0L);
    rules.add(
        new MustHold(
            "as many sessions were closed as opened",
            opened == totals.getOrDefault("closed", -1L),
            opened + " and " + totals.get("closed")));
    totals.forEach((name, value) -> figures.put("proxy: " + name, value));
    rules.add(MustHold.some("moves", totals.getOrDefault("closed-moved", 0L)));
  }

  private static long live(ProxyProcess proxy) throws IOException {
    return proxy.operator().numbers("LOAD").values().stream().mapToLong(Long::longValue).sum();
  }

  /** Something to wait for. */
  @FunctionalInterface
  private interface Goal {
    boolean isReached() throws IOException;
  }

  private void awaitAtMost(Duration limit, Goal goal) throws IOException {
    long end = System.nanoTime() + limit.toNanos();
    while (!goal.isReached() && System.nanoTime() < end) {
      if (stop.await(SECOND.dividedBy(5))) {
        throw new CancellationException("stopped before the end");
      }
    }
  }

  private double seconds() {
    return Math.round((System.nanoTime() - startNanos) / NANOS_PER_SECOND * 1000) / 1000.0;
  }

  private void event(String what) {
    events.add("%.1f s  %s".formatted(seconds(), what));
  }

  private void say(String text) {
    out.println(text);
    out.flush();
  }
}
