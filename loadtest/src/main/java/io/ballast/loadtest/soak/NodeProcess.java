package io.ballast.loadtest.soak;

import io.ballast.loadtest.process.ChildProcess;
import io.ballast.loadtest.process.PrintedAddress;
import io.ballast.loadtest.report.JsonLine;
import io.ballast.loadtest.scenario.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A backend in a process of its own, on a loopback address of its own, so that nothing takes its
 * port while it is down; and what is wrong with it now. Confined to one thread.
 */
final class NodeProcess implements AutoCloseable {
  private static final Duration TO_START = Duration.ofSeconds(60);

  private final String name;
  private final String host;
  private final Programs programs;
  private final Path folder;
  private ChildProcess process;
  private CompletableFuture<String> first;
  private int port;
  private Trouble trouble;

  private NodeProcess(String name, String host, Programs programs, Path folder) throws IOException {
    this.name = name;
    this.host = host;
    this.programs = programs;
    this.folder = folder;
    begin();
  }

  /**
   * Starts a backend, which listens soon.
   *
   * @param host the address that it listens on
   * @param folder where its log goes
   */
  static NodeProcess start(String name, String host, Programs programs, Path folder)
      throws IOException {
    return new NodeProcess(name, host, programs, folder);
  }

  private void begin() throws IOException {
    CompletableFuture<String> ready = new CompletableFuture<>();
    List<String> arguments =
        List.of("backends", "--until-eof", "--address", host, "--names", name + "=" + port);
    process =
        ChildProcess.start(
            name, programs.self(arguments), folder.resolve(name + ".log"), ready::complete);
    first = ready;
  }

  /**
   * Waits until it listens.
   *
   * @throws IOException when it does not start
   */
  void awaitReady() throws IOException, InterruptedException {
    String address =
        JsonLine.read(process.await(first, TO_START)).getConfig("addresses").getString(name);
    port = PrintedAddress.parse(address).getPort();
  }

  String name() {
    return name;
  }

  /** Where it listens, once it is ready. */
  String address() {
    return host + ":" + port;
  }

  /** Throws when it has ended by itself. */
  void checkAlive() throws IOException {
    if (trouble != Trouble.KILLED && !process.isAlive()) {
      throw new IOException("the process of %s ended: %s".formatted(name, process.lastWords()));
    }
  }

  /** What is wrong with it. */
  Optional<Trouble> trouble() {
    return Optional.ofNullable(trouble);
  }

  /** Brings trouble on it, which has none. */
  void suffer(Trouble kind) throws IOException, InterruptedException {
    switch (kind) {
      case KILLED -> process.kill();
      case STOPPED -> process.signal("STOP");
      case RESET -> process.send("crash " + name + " reset");
      case HANGING -> process.send("crash " + name + " hang");
    }
    trouble = kind;
  }

  /** Ends its trouble, if it has any. */
  void recover() throws IOException, InterruptedException {
    if (trouble == null) {
      return;
    }
    switch (trouble) {
      case KILLED -> {
        process.close();
        begin();
      }
      case STOPPED -> process.signal("CONT");
      case RESET, HANGING -> process.send("revive " + name);
    }
    trouble = null;
  }

  @Override
  public void close() throws IOException {
    try {
      if (trouble == Trouble.STOPPED) {
        process.signal("CONT");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.close();
    }
  }
}
