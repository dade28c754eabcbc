package io.ballast.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * A child process whose output is kept line by line. Threads of its own read the output; the rest
 * belongs to the test's thread. Closing it kills what is left, with all that it started; so does
 * the end of the tests' own process, when it is told to end.
 */
public final class Spawned implements AutoCloseable {
  /** How long anything may take on a machine that is busy with other things. */
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<String> command;
  private final Process process;
  private final List<String> out = new CopyOnWriteArrayList<>();
  private final List<String> err = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Void> outputEnded;
  private final Thread killer;

  private Spawned(List<String> command, Process process) {
    this.command = command;
    this.process = process;
    this.outputEnded =
        CompletableFuture.allOf(
            keep(process.getInputStream(), out), keep(process.getErrorStream(), err));
    this.killer = new Thread(() -> killAll(process.toHandle()), "end of " + command.get(0));
    Runtime.getRuntime().addShutdownHook(killer);
  }

  /** Starts a process in a directory, with these variables added to the environment. */
  public static Spawned start(Path directory, Map<String, String> environment, String... command)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().putAll(environment);
    return new Spawned(List.of(command), builder.start());
  }

  /** Keeps the lines of a stream; completes at its end. */
  private static CompletableFuture<Void> keep(InputStream stream, List<String> lines) {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try (BufferedReader text =
                  new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                text.lines().forEach(lines::add);
              } catch (IOException | UncheckedIOException gone) {
                // The process is gone; what it wrote before is kept.
              } finally {
                ended.complete(null);
              }
            },
            "output");
    thread.setDaemon(true);
    thread.start();
    return ended;
  }

  /** Its process id. */
  public long pid() {
    return process.pid();
  }

  /** Whether it still runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** The lines of its standard output so far. */
  public List<String> out() {
    return List.copyOf(out);
  }

  /** The lines of its standard error so far. */
  public List<String> err() {
    return List.copyOf(err);
  }

  /** Writes to its standard input. */
  public void type(String text) throws IOException {
    process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /** Ends its standard input. */
  public void endInput() throws IOException {
    process.getOutputStream().close();
  }

  /** Waits for a line of standard output that starts so; fails if the process ends before. */
  public String awaitLine(String prefix) {
    await(command.get(0) + " prints " + prefix)
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .until(() -> firstLine(prefix) != null || !process.isAlive());
    if (!process.isAlive()) {
      outputEnded.join();
    }
    String line = firstLine(prefix);
    assertThat(line).as("line %s of %s", prefix, this).isNotNull();
    return line;
  }

  private String firstLine(String prefix) {
    return out.stream().filter(line -> line.startsWith(prefix)).findFirst().orElse(null);
  }

  /** Sends it a signal, such as {@code TERM}. */
  public void signal(String name) throws IOException {
    String kill = "kill -s " + name + " " + process.pid();
    Process killing = new ProcessBuilder("sh", "-c", kill).inheritIO().start();
    assertThat(killing.onExit().join().exitValue()).isZero();
  }

  /** Kills it as {@code kill -9} does, and waits until it is gone. */
  public void kill() {
    process.destroyForcibly().onExit().join();
    outputEnded.join();
  }

  /** Waits for its end, and returns its exit status. */
  public int awaitExit() {
    await("end of " + this)
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .until(() -> !process.isAlive());
    outputEnded.join();
    return process.exitValue();
  }

  /** The processor time that it has used. */
  public Duration processorTime() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  @Override
  public String toString() {
    return String.join(" ", command) + "\nout: " + out + "\nerr: " + err;
  }

  @Override
  public void close() {
    killAll(process.toHandle());
    kill();
    try {
      Runtime.getRuntime().removeShutdownHook(killer);
    } catch (IllegalStateException e) {
      // The tests' process is ending, and the hook does what is left.
    }
  }

  /** Children first: once their parent is gone they cannot be found any more. */
  private static void killAll(ProcessHandle root) {
    Stream.concat(root.descendants(), Stream.of(root))
        .toList()
        .forEach(ProcessHandle::destroyForcibly);
  }
}
