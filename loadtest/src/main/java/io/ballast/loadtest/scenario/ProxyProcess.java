package io.ballast.loadtest.scenario;

import io.ballast.loadtest.process.ChildProcess;
import io.ballast.loadtest.process.PrintedAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The proxy in a process of its own, and the operator's connection to it. Closing it ends both.
 * Confined to one thread.
 */
public final class ProxyProcess implements AutoCloseable {
  private static final Duration TO_START = Duration.ofSeconds(60);

  private final CompletableFuture<InetSocketAddress> listener = new CompletableFuture<>();
  private final CompletableFuture<InetSocketAddress> telnet = new CompletableFuture<>();
  private final CompletableFuture<InetSocketAddress> http = new CompletableFuture<>();
  private final ChildProcess process;
  private final Operator operator;

  private ProxyProcess(List<String> command, Path folder) throws IOException, InterruptedException {
    process = ChildProcess.start("proxy", command, folder.resolve("proxy.log"), this::hear);
    try {
      process.await(CompletableFuture.allOf(listener, telnet, http), TO_START);
      operator = Operator.connect(telnet.join());
    } catch (IOException | InterruptedException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  /**
   * Starts it, and waits until it accepts. It has one listener, a text channel and an HTTP address.
   *
   * @param folder where its log, {@code proxy.log}, goes
   * @throws IOException when it does not start
   */
  public static ProxyProcess start(List<String> command, Path folder)
      throws IOException, InterruptedException {
    return new ProxyProcess(command, folder);
  }

  private void hear(String line) {
    String[] words = line.split(" ", -1);
    String last = words[words.length - 1];
    switch (words[0]) {
      case "listener" -> listener.complete(PrintedAddress.parse(last));
      case "telnet" -> telnet.complete(PrintedAddress.parse(last));
      case "http" -> http.complete(PrintedAddress.parse(last));
      default -> {
        // Other lines are for people.
      }
    }
  }

  /** The process. */
  public ChildProcess process() {
    return process;
  }

  /** Whoever types commands on its text channel. */
  public Operator operator() {
    return operator;
  }

  /** Where sets connect. */
  public InetSocketAddress listener() {
    return listener.join();
  }

  /** Where its metrics are. */
  public InetSocketAddress http() {
    return http.join();
  }

  @Override
  public void close() throws IOException {
    try (process) {
      operator.close();
    }
  }
}
