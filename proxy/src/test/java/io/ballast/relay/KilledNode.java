package io.ballast.relay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A node in a process of its own, which sends a pattern without end until it is killed. */
final class KilledNode implements AutoCloseable {
  private static final int PIECE = 64 * 1024;

  private final Process process;
  private final int port;

  KilledNode() throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                KilledNode.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    port = Integer.parseInt(out.readLine());
  }

  int port() {
    return port;
  }

  /** The byte of the pattern at a place. */
  static byte at(long place) {
    return (byte) (place * 31 + (place >> 8) + (place >> 16));
  }

  /** Kills the process as the system does when memory is short: it can say nothing more. */
  void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    kill();
  }

  /** Serves one connection. */
  public static void main(String[] args) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      System.out.println(server.getLocalPort());
      try (Socket peer = server.accept()) {
        OutputStream out = peer.getOutputStream();
        byte[] bytes = new byte[PIECE];
        for (long sent = 0; ; sent += PIECE) {
          for (int i = 0; i < PIECE; i++) {
            bytes[i] = at(sent + i);
          }
          out.write(bytes);
        }
      }
    }
  }
}
