package io.ballast.loadtest.scenario;

import com.typesafe.config.Config;
import io.ballast.cluster.HostPort;
import io.ballast.loadtest.process.ChildProcess;
import io.ballast.loadtest.report.JsonLine;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The processes of a scenario: backends, proxy, sets, and the operator's connection to the proxy.
 * Closing it ends them all. Confined to one thread; what the sets report arrives on another.
 */
final class Cast implements AutoCloseable {
  private static final Duration TO_START = Duration.ofSeconds(60);
  private static final Duration TO_FINISH = Duration.ofSeconds(60);

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final List<Config> setsReport = new ArrayList<>();
  private final List<Config> servedReport = new ArrayList<>();
  private volatile Config setsProgress =
      JsonLine.read("{\"connected\":0,\"setsOnNode\":{},\"reconnects\":0}");
  private ChildProcess backends;
  private ProxyProcess proxy;
  private ChildProcess sets;

  private Cast() {}

  /**
   * Starts everything but the sets.
   *
   * @param folder where configuration, logs and state go
   */
  static Cast start(Layout layout, Programs programs, String balance, Path folder)
      throws IOException, InterruptedException {
    Cast cast = new Cast();
    try {
      Map<String, String> addresses = cast.startBackends(layout, programs, folder);
      Path configuration = folder.resolve("proxy.conf");
      Path state = folder.resolve("proxy.state");
      Files.deleteIfExists(state);
      Files.writeString(
          configuration,
          ProxyConfiguration.text(layout, addresses, Map.of("balance", balance), state));
      cast.proxy = ProxyProcess.start(programs.serve(configuration), folder);
      cast.open.push(cast.proxy);
      return cast;
    } catch (IOException | InterruptedException | RuntimeException e) {
      cast.close();
      throw e;
    }
  }

  private Map<String, String> startBackends(Layout layout, Programs programs, Path folder)
      throws IOException, InterruptedException {
    CompletableFuture<Config> first = new CompletableFuture<>();
    backends =
        ChildProcess.start(
            "backends",
            programs.self(
                List.of("backends", "--until-eof", "--names", String.join(",", layout.names()))),
            folder.resolve("backends.log"),
            line -> {
              Config read = JsonLine.read(line);
              if (!first.complete(read)) {
                servedReport.add(read);
              }
            });
    open.push(backends);
    Map<String, String> addresses = new LinkedHashMap<>();
    Config answer = backends.await(first, TO_START);
    answer
        .getObject("addresses")
        .forEach((name, address) -> addresses.put(name, (String) address.unwrapped()));
    return addresses;
  }

  void startSets(Layout layout, Programs programs, Path folder) throws IOException {
    List<String> groups = new ArrayList<>();
    layout.sets().forEach((zone, size) -> groups.add(zone + "=" + size));
    InetSocketAddress listener = proxy.listener();
    sets =
        ChildProcess.start(
            "sets",
            programs.self(
                List.of(
                    "sets",
                    "--to",
                    HostPort.text(listener),
                    "--sets",
                    String.join(",", groups),
                    "--json",
                    "--until-eof")),
            folder.resolve("sets.log"),
            this::hearSets);
    open.push(sets);
  }

  private void hearSets(String line) {
    Config read = JsonLine.read(line);
    if (read.getString("type").equals("progress")) {
      setsProgress = read;
    } else {
      setsReport.add(read);
    }
  }

  Operator operator() {
    return proxy.operator();
  }

  /** The sets' latest line of progress. */
  Config setsProgress() {
    return setsProgress;
  }

  void toBackends(String command) throws IOException {
    backends.send(command);
  }

  void toSets(String command) throws IOException {
    sets.send(command);
  }

  /** Throws when a process has ended that must not. */
  void checkAlive() throws IOException {
    for (ChildProcess process : List.of(backends, proxy.process(), sets)) {
      if (!process.isAlive()) {
        throw new IOException(
            "the process of the %s ended; the last it said: %s"
                .formatted(process.name(), process.lastWords()));
      }
    }
  }

  /** Ends the sets, which then report. */
  List<Config> finishSets() throws IOException, InterruptedException {
    finish(sets);
    return setsReport;
  }

  /** Ends the backends, which then report. */
  List<Config> finishBackends() throws IOException, InterruptedException {
    finish(backends);
    return servedReport;
  }

  private static void finish(ChildProcess process) throws IOException, InterruptedException {
    process.send("quit");
    if (process.awaitEnd(TO_FINISH).isEmpty()) {
      throw new IOException(
          "the process of the %s did not end within %d s"
              .formatted(process.name(), TO_FINISH.toSeconds()));
    }
  }

  /** Writes a file next to the logs. */
  static void write(Path file, List<JsonLine> lines) throws IOException {
    Files.write(file, lines.stream().map(JsonLine::toString).toList(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException("a process could not be ended", e);
      }
    }
  }
}
