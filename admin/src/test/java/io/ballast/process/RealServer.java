package io.ballast.process;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * A server of a Debian package, in a process of its own, with its files in a directory of its own.
 * It listens on a loopback address that nothing else uses, so no other socket can take its port
 * while it is down. Belongs to the test's thread; closing it kills it.
 */
public final class RealServer implements AutoCloseable {
  private final Path directory;
  private final InetSocketAddress address;
  private final String[] command;
  private Spawned process;

  private RealServer(Path directory, InetSocketAddress address, String... command)
      throws IOException {
    this.directory = directory;
    this.address = address;
    this.command = command;
    start();
  }

  /**
   * A Redis server that keeps what it is told, with its name under the key {@code whoami}.
   *
   * @param options what else its command line says
   */
  public static RealServer redis(Path parent, String name, String... options) throws Exception {
    Programs.assumeInstalled("redis-server", "redis-server");
    Path directory = Files.createDirectory(parent.resolve(name));
    InetSocketAddress at = freeAddress();
    Stream<String> command =
        Stream.of(
            "redis-server",
            "--bind",
            host(at),
            "--port",
            Integer.toString(at.getPort()),
            "--protected-mode",
            "no",
            "--save",
            "",
            "--appendonly",
            "yes");
    RealServer server =
        new RealServer(
            directory, at, Stream.concat(command, Stream.of(options)).toArray(String[]::new));
    server.tell("SET whoami " + name + "\r\n", "+OK");
    return server;
  }

  /** A web server of the files in a directory; its answers have its name as {@code X-Node}. */
  public static RealServer nginx(Path parent, String name, Path documents) throws Exception {
    Programs.assumeInstalled("nginx", "nginx");
    Path directory = Files.createDirectory(parent.resolve(name));
    InetSocketAddress at = freeAddress();
    String configuration =
        """
        daemon off;
        master_process off;
        pid nginx.pid;
        error_log stderr;
        events { worker_connections 256; }
        http {
          access_log off;
          client_body_temp_path body;
          proxy_temp_path proxy;
          fastcgi_temp_path fastcgi;
          uwsgi_temp_path uwsgi;
          scgi_temp_path scgi;
          client_max_body_size 0;
          server {
            listen %s:%d;
            root %s;
            add_header X-Node %s;
          }
        }
        """
            .formatted(host(at), at.getPort(), documents, name);
    Files.writeString(directory.resolve("nginx.conf"), configuration);
    return new RealServer(
        directory, at, "/usr/sbin/nginx", "-p", directory.toString(), "-c", "nginx.conf");
  }

  /** A memcached server. */
  public static RealServer memcached(Path parent, String name) throws Exception {
    Programs.assumeInstalled("memcached", "memcached");
    Path directory = Files.createDirectory(parent.resolve(name));
    InetSocketAddress at = freeAddress();
    String port = Integer.toString(at.getPort());
    return new RealServer(
        directory, at, "memcached", "-u", user(), "-U", "0", "-l", host(at), "-p", port);
  }

  private static String user() {
    return System.getProperty("user.name");
  }

  private static InetSocketAddress freeAddress() throws IOException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    byte[] own = {127, (byte) random.nextInt(10, 250), (byte) random.nextInt(250), 1};
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByAddress(own))) {
      return (InetSocketAddress) probe.getLocalSocketAddress();
    }
  }

  private static String host(InetSocketAddress address) {
    return address.getAddress().getHostAddress();
  }

  /** Where it listens, as a configuration has it. */
  public String address() {
    return host(address) + ":" + address.getPort();
  }

  /** Starts it again where it was, and waits until it accepts. */
  public void start() throws IOException {
    process = Spawned.start(directory, Map.of(), command);
    try {
      await(this + " accepts")
          .atMost(Spawned.PATIENCE)
          .ignoreExceptions()
          .until(
              () -> {
                try (Socket probe = new Socket(address.getAddress(), address.getPort())) {
                  return probe.isConnected();
                }
              });
    } catch (RuntimeException failure) {
      process.close();
      throw new IOException("did not start: " + process, failure);
    }
  }

  private void tell(String line, String answer) throws IOException {
    try (LineClient client = LineClient.connect(address)) {
      String got = client.ask(line.strip());
      if (!got.equals(answer)) {
        throw new IOException(line.strip() + " was answered " + got);
      }
    }
  }

  /** Kills it as {@code kill -9} does; {@link #start} brings it back. */
  public void kill() {
    process.kill();
  }

  /** Sends it a signal, such as {@code STOP}. */
  public void signal(String name) throws IOException {
    process.signal(name);
  }

  @Override
  public String toString() {
    return command[0] + " on " + address();
  }

  @Override
  public void close() {
    kill();
  }
}
