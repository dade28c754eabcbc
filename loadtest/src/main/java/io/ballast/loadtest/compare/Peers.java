package io.ballast.loadtest.compare;

import io.ballast.loadtest.process.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How the peers are found and started.
 *
 * @param ballast the command that starts this proxy, up to the name of the configuration file;
 *     empty when it is not there
 * @param before the same of another build of this proxy
 * @param more what is added to this proxy's configuration, in HOCON
 * @param folder where configuration and logs go
 */
public record Peers(List<String> ballast, List<String> before, String more, Path folder) {
  private static final List<Path> PROGRAMS =
      Stream.of("/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin")
          .map(Path::of)
          .toList();
  private static final Path NGINX_STREAM = Path.of("/usr/lib/nginx/modules/ngx_stream_module.so");

  /** Keeps the commands as they are now. */
  public Peers {
    ballast = List.copyOf(ballast);
    before = List.copyOf(before);
  }

  /** Why a peer cannot take part; empty when it can. */
  public Optional<String> missing(Peer peer) {
    return switch (peer) {
      case DIRECT -> Optional.empty();
      case HAPROXY, HAPROXY_SPLICE -> missing("haproxy");
      case NGINX -> missing("nginx");
      case BALLAST -> missingJar(ballast, "--ballast");
      case BALLAST_BEFORE -> missingJar(before, "--before");
    };
  }

  /** What a peer says its version is; it must not be missing. */
  public String version(Peer peer) {
    return switch (peer) {
      case DIRECT -> "no proxy between";
      case HAPROXY, HAPROXY_SPLICE -> firstLine(List.of(program("haproxy"), "-v"));
      case NGINX -> firstLine(List.of(program("nginx"), "-v"));
      case BALLAST, BALLAST_BEFORE -> {
        List<String> start = ballast(peer);
        List<String> command = new ArrayList<>(start.subList(0, start.size() - 1));
        command.add("version");
        yield firstLine(command);
      }
    };
  }

  private static Optional<String> missingJar(List<String> command, String option) {
    return command.isEmpty()
        ? Optional.of("its jar is not there; see " + option)
        : Optional.empty();
  }

  /** Why system calls cannot be counted; empty when they can. */
  public static Optional<String> missingStrace() {
    return missing("strace");
  }

  /** The first line that a command writes. */
  static String firstLine(List<String> command) {
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

  /** A program that is not missing. */
  static String program(String name) {
    return find(name).orElseThrow().toString();
  }

  /**
   * Starts a peer in front of a backend, and does not wait until it takes connections.
   *
   * @param name of its files; each peer that runs has one of its own
   * @param backends the backend's addresses
   * @throws IOException when there is no such program any more
   */
  RunningPeer start(Contender contender, String name, List<InetSocketAddress> backends)
      throws IOException {
    InetSocketAddress listen = Addresses.free();
    PeerConfiguration configuration = new PeerConfiguration(listen, backends, contender.threads());
    List<String> command = command(contender.peer(), name, configuration);
    if (command.isEmpty()) {
      return new RunningPeer(contender, backends.get(0), Optional.empty());
    }
    ChildProcess process =
        ChildProcess.start(name, command, folder.resolve(name + ".log"), line -> {});
    return new RunningPeer(contender, listen, Optional.of(process));
  }

  /** What starts a peer; empty when there is nothing to start. */
  private List<String> command(Peer peer, String name, PeerConfiguration configuration)
      throws IOException {
    return switch (peer) {
      case DIRECT -> List.of();
      case HAPROXY -> haproxy(write(name + ".cfg", configuration.haproxy(false)));
      case HAPROXY_SPLICE -> haproxy(write(name + ".cfg", configuration.haproxy(true)));
      case NGINX -> nginx(write(name + ".conf", configuration.nginx(name, streamModule())));
      case BALLAST, BALLAST_BEFORE -> {
        Path state = folder.resolve(name + ".state");
        yield ballast(peer, write(name + ".conf", configuration.ballast(state, more)));
      }
    };
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name).toAbsolutePath(), text);
  }

  private static List<String> haproxy(Path file) {
    return List.of(program("haproxy"), "-db", "-f", file.toString());
  }

  private List<String> nginx(Path file) {
    return List.of(
        program("nginx"), "-c", file.toString(), "-p", folder.toString(), "-e", "stderr");
  }

  private static String streamModule() {
    return Files.exists(NGINX_STREAM) ? "load_module " + NGINX_STREAM + ";\n" : "";
  }

  private List<String> ballast(Peer peer) {
    return peer == Peer.BALLAST ? ballast : before;
  }

  private List<String> ballast(Peer peer, Path file) {
    List<String> command = new ArrayList<>(ballast(peer));
    command.add(file.toString());
    return command;
  }
}
