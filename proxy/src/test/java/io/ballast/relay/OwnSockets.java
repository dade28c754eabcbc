package io.ballast.relay;

import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sockets of this process, found by the ports of both ends. Needs Linux. */
final class OwnSockets {
  private static final Pattern SPACES = Pattern.compile("\\s+");
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int INODE = 9;

  private OwnSockets() {}

  /** The congestion control of the one with these ports. */
  static String congestionControl(int local, int remote) throws IOException {
    return CongestionAlgorithms.of(new Socket(descriptor(local, remote)));
  }

  /** Whether the one with these ports sends a piece at once, whatever is not acknowledged yet. */
  static boolean sendsAtOnce(int local, int remote) throws IOException {
    return new Socket(descriptor(local, remote)).isTcpNoDelay();
  }

  /** Whether the system finds out that the other end of the one with these ports is dead. */
  static boolean isKeptAlive(int local, int remote) throws IOException {
    return new Socket(descriptor(local, remote)).isKeepAlive();
  }

  /** The descriptor of the one that listens on that port. */
  static int listening(int port) throws IOException {
    return descriptor(port, 0);
  }

  private static int descriptor(int local, int remote) throws IOException {
    Path socket = Path.of("socket:[" + inode(local, remote) + "]");
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      for (Path descriptor : descriptors.toList()) {
        if (Files.isSymbolicLink(descriptor) && Files.readSymbolicLink(descriptor).equals(socket)) {
          return Integer.parseInt(descriptor.getFileName().toString());
        }
      }
    }
    throw new AssertionError("the connection is another process's");
  }

  private static String inode(int local, int remote) throws IOException {
    List<String> rows = new ArrayList<>(Files.readAllLines(Path.of("/proc/self/net/tcp")));
    rows.addAll(Files.readAllLines(Path.of("/proc/self/net/tcp6")));
    return rows.stream()
        .map(row -> SPACES.split(row.strip(), -1))
        .filter(row -> hasPort(row[LOCAL], local) && hasPort(row[REMOTE], remote))
        .map(row -> row[INODE])
        .findFirst()
        .orElseThrow(() -> new AssertionError("no connection " + local + " to " + remote));
  }

  private static boolean hasPort(String address, int port) {
    return address.endsWith(":%04X".formatted(port));
  }
}
