package io.ballast.loadtest.compare;

import io.ballast.loadtest.process.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Counts the system calls of processes, by strace, from its start until it is stopped. */
final class SystemCalls implements AutoCloseable {
  private static final Duration TO_ATTACH = Duration.ofSeconds(20);
  private static final Duration TO_LET_GO = Duration.ofSeconds(20);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final int CALLS = 3;
  private static final int LEAST_FIELDS = 5;
  private static final String TRACED = "TracerPid:\t";

  private final ChildProcess strace;
  private final Path summary;

  private SystemCalls(ChildProcess strace, Path summary) {
    this.strace = strace;
    this.summary = summary;
  }

  /**
   * Begins to count; returns once all threads are watched.
   *
   * @param folder for strace's files
   * @throws IOException when strace does not watch them
   */
  static SystemCalls count(List<Long> pids, Path folder) throws IOException {
    Path summary = folder.resolve("strace.txt");
    Files.deleteIfExists(summary);
    List<String> command = new ArrayList<>(List.of(Peers.program("strace"), "-c", "-f"));
    command.addAll(List.of("-o", summary.toString()));
    pids.forEach(pid -> command.addAll(List.of("-p", pid.toString())));
    ChildProcess strace =
        ChildProcess.start("strace", command, folder.resolve("strace.log"), line -> {});
    SystemCalls calls = new SystemCalls(strace, summary);
    long deadline = System.nanoTime() + TO_ATTACH.toNanos();
    while (!watched(pids)) {
      if (!strace.isAlive() || System.nanoTime() > deadline) {
        calls.close();
        throw new IOException("strace does not watch; the last it said: " + strace.lastWords());
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return calls;
  }

  private static boolean watched(List<Long> pids) throws IOException {
    for (long pid : pids) {
      try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
        for (Path thread : threads.toList()) {
          if (!watched(thread)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static boolean watched(Path thread) throws IOException {
    try {
      return !Files.readString(thread.resolve("status")).contains(TRACED + "0\n");
    } catch (NoSuchFileException ended) {
      return true;
    }
  }

  /**
   * Ends counting.
   *
   * @return how often each system call was made
   * @throws IOException when strace does not tell
   */
  Map<String, Long> stop() throws IOException, InterruptedException {
    strace.signal("INT");
    if (strace.awaitEnd(TO_LET_GO).isEmpty()) {
      throw new IOException("strace goes on; the last it said: " + strace.lastWords());
    }
    return parse(Files.readAllLines(summary, StandardCharsets.UTF_8));
  }

  /** The counts in a summary, whose columns are described in strace(1) at {@code -c}. */
  static Map<String, Long> parse(List<String> lines) {
    Map<String, Long> counts = new TreeMap<>();
    for (String line : lines) {
      String[] fields = line.strip().split("\\s+", -1);
      String name = fields[fields.length - 1];
      boolean counted =
          fields.length >= LEAST_FIELDS
              && Character.isDigit(fields[0].charAt(0))
              && !name.equals("total");
      if (counted) {
        counts.merge(name, Long.parseLong(fields[CALLS]), Long::sum);
      }
    }
    return counts;
  }

  @Override
  public void close() {
    strace.close();
  }
}
