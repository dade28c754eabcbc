package io.ballast.loadtest.compare;

import com.typesafe.config.ConfigUtil;
import io.ballast.loadtest.process.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * How the peers are found and started, each with one thread for the traffic, and with timeouts.
 *
 * @param ballast the command that starts this proxy, up to the name of the configuration file;
 *     empty when it is not there
 * @param more what is added to this proxy's configuration, in HOCON
 * @param folder where configuration and logs go
 */
public record Peers(List<String> ballast, String more, Path folder) {
  private static final int START_SECONDS = 30;
  private static final List<Path> PROGRAMS =
      Stream.of("/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin")
          .map(Path::of)
          .toList();
  private static final Path NGINX_STREAM = Path.of("/usr/lib/nginx/modules/ngx_stream_module.so");

  /** Keeps the command as it is now. */
  public Peers {
    ballast = List.copyOf(ballast);
  }

  /** Why a peer cannot take part; empty when it can. */
  public Optional<String> missing(Peer peer) {
    return switch (peer) {
      case DIRECT -> Optional.empty();
      case HAPROXY -> missing("haproxy");
      case NGINX -> missing("nginx");
      case BALLAST ->
          ballast.isEmpty() ? Optional.of("its jar is not there; see --ballast") : Optional.empty();
    };
  }

  /** What a peer says its version is; it must not be missing. */
  public String version(Peer peer) {
    return switch (peer) {
      case DIRECT -> "no proxy between";
      case HAPROXY -> firstLine(List.of(program("haproxy"), "-v"));
      case NGINX -> firstLine(List.of(program("nginx"), "-v"));
      case BALLAST -> {
        List<String> command = new ArrayList<>(ballast.subList(0, ballast.size() - 1));
        command.add("version");
        yield firstLine(command);
      }
    };
  }

  private static String firstLine(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
        return output.lines().findFirst().orElse("");
      } finally {
        process.destroy();
      }
    } catch (IOException e) {
      return "version unknown: " + e.getMessage();
    }
  }

  private static Optional<String> missing(String program) {
    return find(program).isPresent()
        ? Optional.empty()
        : Optional.of("%s is not installed; on Debian: apt-get install %<s".formatted(program));
  }

  private static Optional<Path> find(String program) {
    return PROGRAMS.stream()
        .map(folder -> folder.resolve(program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts a peer in front of a backend.
   *
   * @param name of its files; each peer that runs has one of its own
   * @throws IOException when it does not start
   */
  RunningPeer start(Peer peer, String name, InetSocketAddress backend)
      throws IOException, InterruptedException {
    return switch (peer) {
      case DIRECT -> new RunningPeer(peer, backend, Optional.empty());
      case HAPROXY -> {
        InetSocketAddress listen = Addresses.free();
        Path file = write(name + ".cfg", haproxy(listen, backend));
        yield serving(
            peer, name, listen, List.of(program("haproxy"), "-db", "-f", file.toString()));
      }
      case NGINX -> {
        InetSocketAddress listen = Addresses.free();
        Path file = write(name + ".conf", nginx(name, listen, backend));
        yield serving(
            peer,
            name,
            listen,
            List.of(
                program("nginx"), "-c", file.toString(), "-p", folder.toString(), "-e", "stderr"));
      }
      case BALLAST -> startBallast(name, backend);
    };
  }

  private static String program(String name) {
    return find(name).orElseThrow().toString();
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name).toAbsolutePath(), text);
  }

  private ChildProcess process(String name, List<String> command, Consumer<String> lines)
      throws IOException {
    return ChildProcess.start(name, command, folder.resolve(name + ".log"), lines);
  }

  private RunningPeer serving(
      Peer peer, String name, InetSocketAddress listen, List<String> command)
      throws IOException, InterruptedException {
    ChildProcess process = process(name, command, line -> {});
    CompletableFuture<Void> never = new CompletableFuture<>();
    for (int tenths = 0; tenths < 10 * START_SECONDS && process.isAlive(); tenths++) {
      try (Socket probe = new Socket()) {
        probe.connect(listen, 1000);
        return new RunningPeer(peer, listen, Optional.of(process));
      } catch (IOException e) {
        pause(never);
      }
    }
    process.close();
    throw notStarted(peer, process);
  }

  private static void pause(CompletableFuture<Void> never) throws InterruptedException {
    try {
      never.get(100, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // The time is over, which is all that was wanted.
    }
  }

  private RunningPeer startBallast(String name, InetSocketAddress backend)
      throws IOException, InterruptedException {
    CompletableFuture<InetSocketAddress> bound = new CompletableFuture<>();
    List<String> command = new ArrayList<>(ballast);
    command.add(write(name + ".conf", ballastConfiguration(name, backend)).toString());
    ChildProcess process =
        process(
            name,
            command,
            line -> {
              if (line.startsWith("listener ")) {
                int colon = line.lastIndexOf(':');
                String host = line.substring(line.lastIndexOf(' ') + 1, colon);
                bound.complete(
                    new InetSocketAddress(host, Integer.parseInt(line.substring(colon + 1))));
              }
            });
    try {
      return new RunningPeer(
          Peer.BALLAST, bound.get(START_SECONDS, TimeUnit.SECONDS), Optional.of(process));
    } catch (TimeoutException | ExecutionException e) {
      process.close();
      throw notStarted(Peer.BALLAST, process);
    }
  }

  private static IOException notStarted(Peer peer, ChildProcess process) {
    return new IOException(
        "%s does not take connections; the last it said: %s".formatted(peer, process.lastWords()));
  }

  private static String haproxy(InetSocketAddress listen, InetSocketAddress backend) {
    return """
        global
          nbthread 1
          maxconn 9900
        defaults
          mode tcp
          timeout connect 5s
          timeout client 1h
          timeout server 1h
          option tcpka
        listen sets
          bind %s tcp-ut 120s
          server backend %s tcp-ut 120s
        """
        .formatted(text(listen), text(backend));
  }

  private static String nginx(String name, InetSocketAddress listen, InetSocketAddress backend) {
    String module = Files.exists(NGINX_STREAM) ? "load_module " + NGINX_STREAM + ";\n" : "";
    return module
        + """
        daemon off;
        user root;
        pid %s.pid;
        worker_processes 1;
        worker_rlimit_nofile 20000;
        events { worker_connections 19500; }
        stream {
          server {
            listen %s backlog=4096;
            proxy_pass %s;
            proxy_connect_timeout 5s;
            proxy_timeout 1h;
          }
        }
        """
            .formatted(name, text(listen), text(backend));
  }

  private String ballastConfiguration(String name, InetSocketAddress backend) {
    return """
        ballast {
          clusters.one.nodes.backend { address = "%s" }
          listeners.sets { cluster = one, bind = "127.0.0.1:0", identity = source-endpoint }
          admin { telnet { bind = "127.0.0.1:0" }, http { bind = "127.0.0.1:0" } }
          store { file = %s }
          %s
        }
        """
        .formatted(
            text(backend),
            ConfigUtil.quoteString(folder.resolve(name + ".state").toString()),
            more);
  }

  private static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }
}
