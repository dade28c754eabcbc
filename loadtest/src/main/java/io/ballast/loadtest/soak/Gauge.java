package io.ballast.loadtest.soak;

import io.ballast.loadtest.process.ProcessCost;
import io.ballast.loadtest.scenario.ProxyProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads what a running proxy holds: from {@code /proc}, from its metrics, and from its text
 * channel. Confined to one thread.
 */
final class Gauge {
  private static final int TIMEOUT_MILLIS = 30_000;

  private final Path jcmd;
  private final ProxyProcess proxy;

  /**
   * @param java the {@code java} that runs the proxy; {@code jcmd} stands next to it
   * @throws IOException when there is no {@code jcmd}
   */
  Gauge(Path java, ProxyProcess proxy) throws IOException {
    this.jcmd = java.toRealPath().resolveSibling("jcmd");
    this.proxy = proxy;
    if (!Files.isExecutable(jcmd)) {
      throw new IOException(jcmd + " is missing: a soak needs a JDK, to measure the heap");
    }
  }

  /** The level now, after a collection of garbage. */
  Level read(double seconds) throws IOException, InterruptedException {
    long descriptors = descriptors();
    collect();
    List<String> metrics = metrics();
    long loaded =
        proxy.operator().numbers("LOAD").values().stream().mapToLong(Long::longValue).sum();
    return new Level(
        seconds,
        ProcessCost.of(proxy.process().pid()).residentBytes(),
        metric(metrics, "jvm_memory_used_bytes{area=\"heap\"}"),
        metric(metrics, "ballast_direct_memory_bytes "),
        descriptors,
        metric(metrics, "ballast_sessions{"),
        loaded);
  }

  /** How many descriptors the process has open. */
  long descriptors() throws IOException {
    Path folder = Path.of("/proc", Long.toString(proxy.process().pid()), "fd");
    try (Stream<Path> open = Files.list(folder)) {
      return open.count();
    }
  }

  private void collect() throws IOException, InterruptedException {
    String pid = Long.toString(proxy.process().pid());
    int status =
        new ProcessBuilder(jcmd.toString(), pid, "GC.run")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    if (status != 0) {
      throw new IOException("jcmd " + pid + " GC.run ended with status " + status);
    }
  }

  /** One request a connection, so that none stays open for the next. */
  private List<String> metrics() throws IOException {
    URI uri =
        URI.create(
            "http://%s:%d/metrics"
                .formatted(proxy.http().getAddress().getHostAddress(), proxy.http().getPort()));
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    connection.setRequestProperty("Connection", "close");
    connection.setReadTimeout(TIMEOUT_MILLIS);
    try (InputStream body = connection.getInputStream()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  /** The sum of the values of the lines that begin so. */
  static long metric(List<String> lines, String prefix) throws IOException {
    List<String> found = lines.stream().filter(line -> line.startsWith(prefix)).toList();
    if (found.isEmpty()) {
      throw new IOException("the metrics have no line that begins with " + prefix);
    }
    return found.stream()
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
