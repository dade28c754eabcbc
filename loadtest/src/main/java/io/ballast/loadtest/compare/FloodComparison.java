package io.ballast.loadtest.compare;

import io.ballast.loadtest.process.ChildProcess;
import io.ballast.loadtest.process.PrintedAddress;
import io.ballast.loadtest.process.StopSignal;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * The time that messages take through one Ballast, in turns without and with a flood of its admin
 * channels. The floods are made by this process, as is the load: on few processors they are in each
 * other's way as well.
 */
public final class FloodComparison {
  private static final int CONNECTIONS = 50;
  private static final int SIZE = 64;
  private static final double RATE = 1000;
  private static final double PERCENTILE = 99;
  private static final double NANOS_PER_MICRO = 1000;
  private static final int START_SECONDS = 60;
  private static final Duration WARM_UP = Duration.ofSeconds(3);

  /** Sets with a zone of their own, so that AFFINITY has a reply of half a megabyte. */
  private static final int SETS = 20_000;

  private final List<String> serve;
  private final Path folder;
  private final PrintWriter out;

  /**
   * A comparison to run.
   *
   * @param serve the command line that serves the configuration that comes after it
   * @param folder where its configuration and log go
   * @param out gets a line a turn, and the medians
   */
  public FloodComparison(List<String> serve, Path folder, PrintWriter out) {
    this.serve = List.copyOf(serve);
    this.folder = folder;
    this.out = out;
  }

  /**
   * Measures in turns.
   *
   * @param turns how often each way
   * @param measured how long each turn counts
   * @param idle how many connections of the flood do nothing
   * @return whether every message came back whole in each turn
   */
  public boolean run(int turns, Duration measured, int idle, StopSignal stop)
      throws IOException, InterruptedException {
    List<Double> without = new ArrayList<>();
    List<Double> with = new ArrayList<>();
    boolean whole = true;
    CompletableFuture<InetSocketAddress> listener = new CompletableFuture<>();
    CompletableFuture<InetSocketAddress> telnet = new CompletableFuture<>();
    CompletableFuture<InetSocketAddress> http = new CompletableFuture<>();
    Map<String, CompletableFuture<InetSocketAddress>> addresses =
        Map.of("listener ", listener, "telnet ", telnet, "http ", http);
    try (RawBackend backend = RawBackend.start(1);
        ChildProcess proxy = start(backend, idle, addresses)) {
      InetSocketAddress to = bound(listener, proxy);
      InetSocketAddress text = bound(telnet, proxy);
      InetSocketAddress web = bound(http, proxy);
      for (int turn = 1; turn <= turns && !stop.isStopped(); turn++) {
        whole &= measure("quiet", to, measured, stop, without);
        try (AdminFlood flood = new AdminFlood(text, web, idle)) {
          whole &= measure("flood of " + flood.open(), to, measured, stop, with);
        }
      }
    }
    out.printf(
        "p99, median of the turns: quiet %.0f us, flood %.0f us%n", median(without), median(with));
    out.flush();
    return whole;
  }

  private ChildProcess start(
      RawBackend backend, int idle, Map<String, CompletableFuture<InetSocketAddress>> addresses)
      throws IOException {
    Files.createDirectories(folder);
    Path file = folder.resolve("flood.conf").toAbsolutePath();
    Files.writeString(file, configuration(backend, idle + 100));
    List<String> command = new ArrayList<>(serve);
    command.add(file.toString());
    return ChildProcess.start(
        "ballast",
        command,
        folder.resolve("flood.log"),
        line ->
            addresses.forEach(
                (prefix, address) -> {
                  if (line.startsWith(prefix)) {
                    address.complete(address(line));
                  }
                }));
  }

  private static String configuration(RawBackend backend, int adminConnections) {
    String sets =
        IntStream.range(0, SETS)
            .mapToObj(i -> "\"set-" + i + "\" = default")
            .collect(Collectors.joining("\n"));
    return """
        ballast {
          clusters.c {
            nodes.n.address = "127.0.0.1:%d"
            health.interval = 0s
            affinity.sets { %s }
          }
          listeners.l { cluster = c, bind = "127.0.0.1:0" }
          admin.telnet { bind = "127.0.0.1:0", max-connections = %d }
          admin.http.bind = "127.0.0.1:0"
        }
        """
        .formatted(backend.addresses().get(0).getPort(), sets, adminConnections);
  }

  private static InetSocketAddress address(String line) {
    return PrintedAddress.parse(line.substring(line.lastIndexOf(' ') + 1));
  }

  private static InetSocketAddress bound(
      CompletableFuture<InetSocketAddress> address, ChildProcess proxy)
      throws IOException, InterruptedException {
    for (int second = 0; second < START_SECONDS && proxy.isAlive(); second++) {
      try {
        return address.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException notYet) {
        // It is asked again, unless it has ended.
      } catch (ExecutionException e) {
        throw new IllegalStateException("nothing completes it so", e);
      }
    }
    throw new IOException("ballast did not start; the last it said: " + proxy.lastWords());
  }

  private boolean measure(
      String name, InetSocketAddress to, Duration measured, StopSignal stop, List<Double> p99)
      throws InterruptedException {
    try (SteadyLoad load = new SteadyLoad(to, CONNECTIONS, SIZE, RATE)) {
      load.start();
      stop.await(WARM_UP);
      load.record();
      stop.await(measured);
      Histogram times = load.times();
      p99.add(times.getValueAtPercentile(PERCENTILE) / NANOS_PER_MICRO);
      out.printf(
          "%-14s %7d messages  p50 %6.0f us  p99 %7.0f us  max %7.0f us%n",
          name,
          times.getTotalCount(),
          times.getValueAtPercentile(50) / NANOS_PER_MICRO,
          times.getValueAtPercentile(PERCENTILE) / NANOS_PER_MICRO,
          times.getMaxValue() / NANOS_PER_MICRO);
      out.flush();
      if (load.wrong() > 0) {
        out.println("wrong: " + load.firstWrong());
      }
      return load.wrong() == 0 && times.getTotalCount() > 0;
    }
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
  }
}
