package io.ballast.process;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A program that serves on a loopback address of its own, as another proxy or the server of some
 * protocol does. Belongs to the test's thread; closing it kills it.
 */
public final class Peer implements AutoCloseable {
  private final InetSocketAddress address;
  private final Spawned process;

  /** How a peer is started at an address. */
  @FunctionalInterface
  interface Start {
    /** Starts it. */
    Spawned at(InetSocketAddress address) throws IOException;
  }

  private Peer(Start start) throws IOException {
    address = freeAddress();
    process = start.at(address);
    try {
      await(process + " accepts")
          .atMost(Spawned.PATIENCE)
          .ignoreExceptions()
          .until(
              () -> {
                if (!process.isAlive()) {
                  return true;
                }
                try (Socket probe = new Socket(address.getAddress(), address.getPort())) {
                  return probe.isConnected();
                }
              });
    } catch (RuntimeException failure) {
      process.close();
      throw new IOException("did not start: " + process, failure);
    }
    if (!process.isAlive()) {
      throw new IOException("did not start: " + process);
    }
  }

  /**
   * HAProxy.
   *
   * @param sections what follows the defaults; {@code %s} in it is where it listens
   */
  public static Peer haproxy(Path parent, String sections) throws IOException {
    Programs.assumeInstalled("haproxy", "haproxy");
    return new Peer(
        at -> {
          Path file = Files.createTempFile(parent, "haproxy", ".cfg");
          String defaults =
              "defaults\n  timeout connect 10s\n  timeout client 1m\n  timeout server 1m\n";
          Files.writeString(file, defaults + sections.formatted(text(at)) + "\n");
          return Spawned.start(
              parent, Map.of(), "haproxy", "-db", "-f", file.getFileName().toString());
        });
  }

  /**
   * nginx.
   *
   * @param sections its {@code stream} or {@code http}; {@code %s} in it is where it listens
   */
  public static Peer nginx(Path parent, String sections) throws IOException {
    Programs.assumeInstalled("nginx", "nginx libnginx-mod-stream");
    return new Peer(
        at -> {
          Path directory = Files.createTempDirectory(parent, "nginx");
          String module = "/usr/lib/nginx/modules/ngx_stream_module.so";
          String load =
              sections.startsWith("stream") && Files.exists(Path.of(module))
                  ? "load_module " + module + ";\n"
                  : "";
          Files.writeString(
              directory.resolve("nginx.conf"),
              load
                  + """
                  daemon off;
                  master_process off;
                  pid nginx.pid;
                  error_log stderr;
                  events { worker_connections 256; }
                  """
                  + sections.formatted(text(at)));
          return Spawned.start(
              directory, Map.of(), "nginx", "-p", directory.toString(), "-c", "nginx.conf");
        });
  }

  /** A Mosquitto broker that everybody may use. */
  public static Peer mosquitto(Path parent) throws IOException {
    Programs.assumeInstalled("mosquitto", "mosquitto");
    Programs.assumeInstalled("mosquitto_pub", "mosquitto-clients");
    return new Peer(
        at -> {
          Path file = Files.createTempFile(parent, "mosquitto", ".conf");
          Files.writeString(
              file,
              "listener %d %s\nallow_anonymous true\n"
                  .formatted(at.getPort(), at.getAddress().getHostAddress()));
          return Spawned.start(parent, Map.of(), "mosquitto", "-c", file.toString());
        });
  }

  /**
   * A PostgreSQL server in which everybody is who they say. It refuses to run as root, so it runs
   * as the package's user then.
   *
   * @param directory where its files are, one that the user postgres may enter
   */
  public static Peer postgresql(Path directory) throws IOException {
    Programs.assumeInstalled("psql", "postgresql");
    return new Peer(
        at ->
            Spawned.start(
                directory,
                Map.of(),
                "sh",
                "-c",
                """
                PATH=$PATH:$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
                if [ $(id -u) = 0 ]; then
                  chown postgres . && as='setpriv --reuid=postgres --regid=postgres --clear-groups'
                fi
                $as initdb -D data -A trust -U postgres --no-sync >/dev/null &&
                  exec $as postgres -D data -h "$1" -p "$2" -k '' -c fsync=off
                """,
                "sh",
                at.getAddress().getHostAddress(),
                Integer.toString(at.getPort())));
  }

  /** A loopback address that nothing else uses, with a port that is free. */
  public static InetSocketAddress freeAddress() throws IOException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    byte[] own = {127, (byte) random.nextInt(10, 120), (byte) random.nextInt(250), 1};
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByAddress(own))) {
      return (InetSocketAddress) probe.getLocalSocketAddress();
    }
  }

  private static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  /** Where it listens, as a configuration has it. */
  public String address() {
    return text(address);
  }

  /** The host part of the address. */
  public String host() {
    return address.getAddress().getHostAddress();
  }

  /** The port that it listens on. */
  public int port() {
    return address.getPort();
  }

  /** Ends all of them. */
  public static void closeAll(List<Peer> peers) {
    peers.forEach(Peer::close);
  }

  @Override
  public void close() {
    process.close();
  }
}
