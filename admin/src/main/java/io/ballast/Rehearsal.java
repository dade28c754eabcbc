package io.ballast;

import io.ballast.cluster.HostPort;
import io.ballast.conf.Configuration;
import io.ballast.sim.EchoBackend;
import io.ballast.systemd.ServiceManager;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A short life of a proxy: it starts as {@code serve} does, carries sessions of each kind of
 * identity that needs no more than plain text, answers operators on both channels, ticks, and ends.
 * All of it is on loopback and on free ports, and nothing stays behind.
 */
final class Rehearsal {
  private static final Duration TICKS = Duration.ofMillis(2500);
  private static final int PATIENCE_MILLIS = 30_000;
  private static final String CONFIGURATION =
      """
      ballast {
        clusters.rehearsal {
          zones.east {}
          nodes {
            a { address = "%1$s" }
            b { address = "%1$s", weight = 50 }
            c { address = "%1$s", zone = east }
          }
          affinity.rules = [ { identity = "east-.*", zone = east } ]
        }
        listeners {
          address { cluster = rehearsal, bind = "127.0.0.1:0" }
          endpoint { cluster = rehearsal, bind = "127.0.0.1:0", identity = source-endpoint }
          line { cluster = rehearsal, bind = "127.0.0.1:0", identity = { line = "^HELLO (?P<id>\\\\S+)" } }
        }
        admin { telnet { bind = "127.0.0.1:0" }, http { bind = "127.0.0.1:0" } }
        store { file = "%2$s" }
      }
      """;

  private final Service service;

  private Rehearsal(Service service) {
    this.service = service;
  }

  /**
   * Rehearses.
   *
   * @throws IOException if something does not answer as it must
   */
  static void run() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("ballast");
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (EchoBackend backend = EchoBackend.start("echo", any, loops)) {
      Path file = folder.resolve("ballast.conf");
      Files.writeString(
          file,
          CONFIGURATION.formatted(
              HostPort.text(backend.address()), folder.resolve("ballast.state")));
      ConfigurationSource source = ConfigurationSource.file(file);
      Configuration configuration =
          ConfigurationSource.accepted(source.read())
              .orElseThrow(() -> new IOException("its configuration has a fault"));
      try (Service service =
          Service.start(configuration, source, Duration.ZERO, ServiceManager.none())) {
        service.addresses().forEach(System.out::println);
        new Rehearsal(service).perform();
      }
    } finally {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
      delete(folder);
    }
  }

  private void perform() throws IOException, InterruptedException {
    List<Socket> sessions = new ArrayList<>();
    try {
      for (int round = 0; round < 3; round++) {
        for (InetSocketAddress listener : listeners()) {
          sessions.add(session(listener, (round == 0 ? "east-" : "set-") + round));
        }
      }
      // The ticks of balancing and of timeouts, with sessions there.
      new CountDownLatch(1).await(TICKS.toMillis(), TimeUnit.MILLISECONDS);
      ask(service.telnetAddress(), "STATUS\nNODES\nLOAD\nSESSIONS\nSTATS\nSETWEIGHT b 60\nQUIT\n");
      for (String page : List.of("/", "/metrics", "/api/status", "/readyz")) {
        String host = HostPort.text(service.httpAddress());
        ask(
            service.httpAddress(),
            "GET " + page + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
      }
    } finally {
      for (Socket session : sessions) {
        session.close();
      }
    }
  }

  private List<InetSocketAddress> listeners() {
    return service.proxy().listeners().stream().map(listener -> listener.address()).toList();
  }

  private static Socket connect(InetSocketAddress address) throws IOException {
    Socket socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  /** A session that has carried a line each way, and goes on. */
  private static Socket session(InetSocketAddress listener, String set) throws IOException {
    Socket socket = connect(listener);
    String line = "HELLO " + set;
    socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
    String answer =
        new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
            .readLine();
    if (answer == null || !answer.endsWith(line)) {
      socket.close();
      throw new IOException("a session was answered: " + answer);
    }
    return socket;
  }

  private static void ask(InetSocketAddress channel, String request) throws IOException {
    try (Socket socket = connect(channel)) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      if (socket.getInputStream().readAllBytes().length == 0) {
        throw new IOException(channel + " answers nothing");
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
