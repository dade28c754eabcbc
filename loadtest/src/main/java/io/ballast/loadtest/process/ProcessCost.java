package io.ballast.loadtest.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a process, and all that it started, has used so far. Read from Linux's {@code /proc}: fields
 * 14 and 15 of {@code stat}, and {@code VmRSS} of {@code status}, as in proc(5).
 *
 * @param cpuSeconds of processor time, user and system, to 10 ms
 * @param residentBytes of memory, now
 */
public record ProcessCost(double cpuSeconds, long residentBytes) {
  /** The unit of times in {@code stat}; 100 on every Linux that Java runs on. */
  private static final double TICKS_PER_SECOND = 100;

  private static final int USER_TIME = 11;
  private static final int SYSTEM_TIME = 12;

  /**
   * The cost until now.
   *
   * @throws IOException when there is no such process, or no {@code /proc}
   */
  public static ProcessCost of(long pid) throws IOException {
    double cpu = cpuSeconds(pid);
    long resident = residentBytes(pid);
    for (long child : descendants(pid)) {
      try {
        cpu += cpuSeconds(child);
        resident += residentBytes(child);
      } catch (NoSuchFileException e) {
        // It ended in between; it no longer costs anything.
      }
    }
    return new ProcessCost(cpu, resident);
  }

  /**
   * The cost of this process until now, without that of what it started.
   *
   * @throws IOException when there is no {@code /proc}
   */
  public static ProcessCost ofSelf() throws IOException {
    long pid = ProcessHandle.current().pid();
    return new ProcessCost(cpuSeconds(pid), residentBytes(pid));
  }

  private static List<Long> descendants(long pid) {
    return ProcessHandle.of(pid).stream()
        .flatMap(ProcessHandle::descendants)
        .map(ProcessHandle::pid)
        .toList();
  }

  private static double cpuSeconds(long pid) throws IOException {
    return cpuSecondsIn(Files.readString(file(pid, "stat")));
  }

  /** The processor time in a line of {@code stat}; the program's name may hold anything. */
  static double cpuSecondsIn(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
    return ticks / TICKS_PER_SECOND;
  }

  private static long residentBytes(long pid) throws IOException {
    try (Stream<String> lines = Files.lines(file(pid, "status"))) {
      return residentBytesIn(lines);
    }
  }

  /** The resident memory in the lines of {@code status}; 0 when there is none. */
  static long residentBytesIn(Stream<String> status) {
    return status
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElse(0);
  }

  private static Path file(long pid, String name) {
    return Path.of("/proc", Long.toString(pid), name);
  }
}
