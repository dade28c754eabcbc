package io.ballast.loadtest.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A process that belongs to this one, and ends with it. Its standard error goes to a file, its
 * standard output, line by line, to a consumer on a thread of its own. Its methods may be called
 * from any thread.
 */
public final class ChildProcess implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final int LAST_LINES = 5;

  private final String name;
  private final Process process;
  private final Path log;
  private final Thread reader;
  private final Thread killer;

  private ChildProcess(String name, Process process, Path log, Consumer<String> lines) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.killer = new Thread(() -> killAll(process.toHandle()), "end of " + name);
    Runtime.getRuntime().addShutdownHook(killer);
    this.reader = new Thread(() -> read(lines), name);
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts a process.
   *
   * @param name what messages call it
   * @param log the file that its standard error is written to
   * @param lines gets each line of its standard output
   * @throws IOException when it cannot be started
   */
  public static ChildProcess start(
      String name, List<String> command, Path log, Consumer<String> lines) throws IOException {
    Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    return new ChildProcess(name, process, log, lines);
  }

  private void read(Consumer<String> lines) {
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        lines.accept(line);
      }
    } catch (IOException e) {
      // The stream was closed with the process: there is nothing more to read.
    }
  }

  /** What messages call it. */
  public String name() {
    return name;
  }

  /** Its id. */
  public long pid() {
    return process.pid();
  }

  /** Whether it has not ended. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Writes a line to its standard input. */
  public void send(String line) throws IOException {
    OutputStream input = process.getOutputStream();
    input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    input.flush();
  }

  /**
   * Waits for its end, and for the last line of its output.
   *
   * @return its exit status; empty when it goes on longer than {@code time}
   */
  public OptionalInt awaitEnd(Duration time) throws InterruptedException {
    if (!process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS)) {
      return OptionalInt.empty();
    }
    reader.join(GRACE.toMillis());
    return OptionalInt.of(process.exitValue());
  }

  /**
   * Waits for something that it is to say.
   *
   * @param time the longest to wait
   * @throws IOException when it ends before, or does not say it in time
   */
  public <T> T await(CompletableFuture<T> answer, Duration time)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + time.toNanos();
    while (true) {
      try {
        return answer.get(100, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (!isAlive() || System.nanoTime() > deadline) {
          throw new IOException(
              "the process of the %s did not start; the last it said: %s"
                  .formatted(name, lastWords()),
              e);
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The last lines that it wrote to its standard error. */
  public String lastWords() {
    try {
      List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    } catch (IOException e) {
      return "(" + log + " cannot be read: " + e.getMessage() + ")";
    }
  }

  /**
   * Sends it a signal, such as {@code STOP}.
   *
   * @throws IOException when it cannot be sent
   */
  public void signal(String name) throws IOException, InterruptedException {
    int status =
        new ProcessBuilder("kill", "-s", name, Long.toString(pid())).inheritIO().start().waitFor();
    if (status != 0) {
      throw new IOException("SIG%s could not be sent to the %s".formatted(name, this.name));
    }
  }

  /** Kills it as {@code kill -9} does, and waits until it is gone. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Asks it to end, waits, and then kills it and all that it started. */
  @Override
  public void close() {
    List<ProcessHandle> offspring = process.toHandle().descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(GRACE.toNanos(), TimeUnit.NANOSECONDS)) {
        killAll(process.toHandle());
      }
      process.waitFor();
    } catch (InterruptedException e) {
      killAll(process.toHandle());
      Thread.currentThread().interrupt();
    }
    offspring.forEach(ProcessHandle::destroyForcibly);
    try {
      Runtime.getRuntime().removeShutdownHook(killer);
    } catch (IllegalStateException e) {
      // The process is shutting down, and the hook has nothing left to do.
    }
  }

  private static void killAll(ProcessHandle root) {
    Stream.concat(root.descendants(), Stream.of(root))
        .toList()
        .forEach(ProcessHandle::destroyForcibly);
  }
}
