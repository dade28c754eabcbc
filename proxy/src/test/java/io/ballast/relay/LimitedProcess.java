package io.ballast.relay;

import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.Snapshot;
import io.ballast.placement.LiveCounts;
import io.ballast.placement.Overrides;
import io.ballast.placement.Placement;
import io.ballast.placement.PlacementSettings;
import io.ballast.session.LiveSessions;
import io.ballast.session.SessionObserver;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A relay in a process of its own that may have few descriptors. */
final class LimitedProcess implements AutoCloseable {
  private final Process process;
  private final int port;

  /** Starts it in front of a node on that port, with so many descriptors at most. */
  LimitedProcess(LoopSettings.TransportChoice transport, int nodePort, int descriptors)
      throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    process =
        new ProcessBuilder(
                "sh",
                "-c",
                "ulimit -n " + descriptors + " && exec \"$0\" \"$@\"",
                java,
                "-Xmx128m",
                "-XX:-MaxFDLimit",
                "-cp",
                System.getProperty("java.class.path"),
                LimitedProcess.class.getName(),
                transport.name(),
                String.valueOf(nodePort))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    port = Integer.parseInt(out.readLine());
  }

  /** Where it listens. */
  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** The processor time that it has used. */
  Duration cpu() {
    return process.toHandle().info().totalCpuDuration().orElseThrow();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** Runs until its standard input ends. */
  public static void main(String[] args) throws IOException, ClassNotFoundException {
    loadClasses();
    Node node = new Node("n1", new HostPort("127.0.0.1", Integer.parseInt(args[1])), "default", 1);
    Snapshot snapshot = Snapshot.of(ClusterSettings.of("phones", List.of(node)));
    LiveCounts counts = new LiveCounts();
    RelayLoops loops =
        new RelayLoops(new LoopSettings(1, LoopSettings.TransportChoice.valueOf(args[0])));
    Listener listener =
        Listener.bind(
            loops,
            ListenerSettings.of("test", "phones", new HostPort("127.0.0.1", 0)),
            new RelayedCluster(
                () -> snapshot,
                new Placement(PlacementSettings.DEFAULT, counts, new Overrides()),
                counts,
                new LiveSessions(),
                Rig.literal(host -> true),
                ConnectSettings.DEFAULT,
                SessionObserver.NONE,
                ConnectObserver.NONE));
    System.out.println(listener.address().getPort());
    while (System.in.read() >= 0) {
      // Its end is what counts.
    }
    loops.close();
  }

  /** Reading a class from a directory takes a descriptor; from a jar, as it is shipped, none. */
  private static void loadClasses() throws IOException, ClassNotFoundException {
    Pattern separator = Pattern.compile(File.pathSeparator, Pattern.LITERAL);
    for (String entry : separator.split(System.getProperty("java.class.path"), -1)) {
      Path root = Path.of(entry);
      List<Path> files = List.of();
      if (Files.isDirectory(root.resolve("io/ballast"))) {
        try (Stream<Path> all = Files.walk(root)) {
          files = all.filter(file -> file.toString().endsWith(".class")).toList();
        }
      }
      for (Path file : files) {
        String name = root.relativize(file).toString().replace(File.separatorChar, '.');
        if (name.matches("io\\.ballast\\.\\w+\\.[\\w$]+\\.class") && !name.contains("Test")) {
          Class.forName(name.substring(0, name.length() - ".class".length()));
        }
      }
    }
  }
}
