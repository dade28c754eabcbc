package io.ballast.loadtest.scenario;

import com.typesafe.config.Config;
import io.ballast.loadtest.process.StopSignal;
import io.ballast.loadtest.report.JsonLine;
import io.ballast.loadtest.report.Mark;
import io.ballast.sim.Crash;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** One run of a scenario, from the start of its processes to its report. Confined to one thread. */
public final class ScenarioRun implements Stage {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration TO_ARRIVE = Duration.ofMinutes(2);
  private static final double NANOS_PER_SECOND = 1e9;

  private final Scenario scenario;
  private final Cast cast;
  private final PrintWriter out;
  private final StopSignal stop;
  private final long startNanos = System.nanoTime();
  private final List<Sample> samples = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private final List<MustHold> seen = new ArrayList<>();
  private long ticks;
  private boolean hasStatus = true;

  /** The run was stopped before its end. */
  public static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    StoppedException() {
      super("stopped before the end");
    }
  }

  private ScenarioRun(Scenario scenario, Cast cast, PrintWriter out, StopSignal stop) {
    this.scenario = scenario;
    this.cast = cast;
    this.out = out;
    this.stop = stop;
  }

  /**
   * Runs a scenario and writes its report.
   *
   * @param folder where everything goes that is kept: the report, what it was made from, and logs
   * @param out progress and the summary
   * @return whether everything held that must
   * @throws IOException when a process that takes part does not start or answer
   * @throws StoppedException when {@code stop} came before the end
   */
  public static boolean run(
      ScenarioSettings settings, Programs programs, Path folder, PrintWriter out, StopSignal stop)
      throws IOException, InterruptedException {
    Scenario scenario = settings.scenario();
    Files.createDirectories(folder);
    out.println("scenario " + scenario.name() + ": " + scenario.story());
    out.flush();
    try (Cast cast = Cast.start(scenario.layout(), programs, settings.balance(), folder)) {
      cast.startSets(scenario.layout(), programs, folder);
      Outcome outcome = new ScenarioRun(scenario, cast, out, stop).perform(settings.steady());
      ScenarioReport report = new ScenarioReport(scenario, outcome);
      report.writeTo(folder);
      out.println(report.summary());
      out.println("report   " + folder.resolve(ScenarioReport.PAGE));
      out.flush();
      return report.isGood();
    }
  }

  private Outcome perform(Duration steady) throws IOException, InterruptedException {
    int all = scenario.layout().totalSets();
    double arrived = until(sample -> sample.connected() == all, TO_ARRIVE);
    if (arrived > TO_ARRIVE.toSeconds()) {
      throw new IOException(
          "only %d of %d sets were connected after %d s"
              .formatted(now().connected(), all, TO_ARRIVE.toSeconds()));
    }
    pass(steady);
    Map<String, Long> before = cast.operator().numbers("STATS");
    cast.toSets("mark");
    cast.toBackends("mark");
    scenario.play(this);
    Map<String, Long> counters = growth(before, cast.operator().numbers("STATS"));
    List<Config> sets = cast.finishSets();
    List<Config> served = cast.finishBackends();
    return new Outcome(scenario.layout(), samples, marks, sets, served, counters, seen);
  }

  private static Map<String, Long> growth(Map<String, Long> before, Map<String, Long> after) {
    Map<String, Long> growth = new TreeMap<>();
    after.forEach((name, value) -> growth.put(name, value - before.getOrDefault(name, 0L)));
    growth.values().removeIf(value -> value == 0);
    return growth;
  }

  private double seconds() {
    return (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
  }

  @Override
  public void command(String line) throws IOException {
    mark(line);
    cast.operator().ask(line);
  }

  @Override
  public void crash(String node, Crash how) throws IOException {
    String line = "crash %s %s".formatted(node, how.name().toLowerCase(Locale.ROOT));
    mark(line);
    cast.toSets("down " + node);
    cast.toBackends(line);
  }

  @Override
  public void revive(String node) throws IOException {
    String line = "revive " + node;
    mark(line);
    cast.toBackends(line);
    cast.toSets("up " + node);
  }

  private void mark(String text) {
    marks.add(new Mark(seconds(), text));
    say("         " + text);
  }

  @Override
  public void pass(Duration time) throws IOException {
    double end = seconds() + time.toSeconds();
    while (seconds() < end) {
      tick();
    }
  }

  @Override
  public double until(Predicate<Sample> goal, Duration limit) throws IOException {
    double start = seconds();
    do {
      tick();
      if (goal.test(now())) {
        return seconds() - start;
      }
    } while (seconds() - start < limit.toSeconds());
    return limit.toSeconds() + 1;
  }

  @Override
  public Sample now() {
    return samples.get(samples.size() - 1);
  }

  @Override
  public void must(MustHold held) {
    seen.add(held);
    say(held.toString());
  }

  /** Waits for the next whole second, and takes a sample. */
  private void tick() throws IOException {
    ticks = Math.max(ticks + 1, (long) seconds());
    long wait = startNanos + ticks * SECOND.toNanos() - System.nanoTime();
    if (stop.await(Duration.ofNanos(Math.max(0, wait)))) {
      throw new StoppedException();
    }
    cast.checkAlive();
    Map<String, Long> load = cast.operator().numbers("LOAD");
    Map<String, Long> weights = cast.operator().numbers("WEIGHTS");
    Config sets = cast.setsProgress();
    Sample sample =
        new Sample(
            seconds(),
            load,
            weights,
            scenario.layout().targets(weights),
            sets.getInt("connected"),
            numbers(sets.getConfig("setsOnNode")),
            sets.getInt("reconnects"),
            status());
    samples.add(sample);
    say(
        String.format(
            Locale.ROOT,
            "%5.0f s  %d sets connected  %d came back  load %s",
            sample.seconds(),
            sample.connected(),
            sample.reconnects(),
            load));
  }

  private static Map<String, Long> numbers(Config object) {
    Map<String, Long> numbers = new TreeMap<>();
    object
        .root()
        .forEach((name, value) -> numbers.put(name, ((Number) value.unwrapped()).longValue()));
    return numbers;
  }

  private List<String> status() throws IOException {
    if (!hasStatus) {
      return List.of();
    }
    try {
      return cast.operator().ask("STATUS");
    } catch (IOException e) {
      if (!e.getMessage().contains("ERR unknown")) {
        throw e;
      }
      hasStatus = false;
      return List.of();
    }
  }

  private void say(String text) {
    out.println(text);
    out.flush();
  }

  /** The samples as a file has them. */
  static List<JsonLine> lines(List<Sample> samples) {
    return samples.stream().map(Sample::toJson).toList();
  }
}
