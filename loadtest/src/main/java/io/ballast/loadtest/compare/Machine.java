package io.ballast.loadtest.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a comparison runs on, for a reader of its figures. */
public final class Machine {
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final Path CONGESTION_CONTROL =
      Path.of("/proc/sys/net/ipv4/tcp_congestion_control");
  private static final String UNKNOWN = "unknown";

  private Machine() {}

  /**
   * A line for each thing that matters.
   *
   * @param java the command that runs the Java of this proxy
   */
  public static List<String> describe(String java) {
    return List.of(
        line(
            "machine",
            "%s, %d processors (%s)"
                .formatted(
                    System.getProperty("os.arch"),
                    Runtime.getRuntime().availableProcessors(),
                    processor(read(PROCESSORS)))),
        line(
            "system",
            "%s %s, TCP congestion control %s"
                .formatted(
                    System.getProperty("os.name"),
                    System.getProperty("os.version"),
                    congestionControl())),
        line("java", Peers.firstLine(List.of(java, "--version"))));
  }

  /** A line of such a description. */
  public static String line(String about, String what) {
    return "%-14s %s".formatted(about, what);
  }

  /** The processor's name in the text of {@code /proc/cpuinfo}. */
  static String processor(String cpuinfo) {
    return cpuinfo
        .lines()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse(UNKNOWN);
  }

  private static String congestionControl() {
    String name = read(CONGESTION_CONTROL).strip();
    return name.isEmpty() ? UNKNOWN : name;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException noSuchFile) {
      return "";
    }
  }
}
