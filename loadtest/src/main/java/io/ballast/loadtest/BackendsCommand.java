package io.ballast.loadtest;

import io.ballast.cluster.HostPort;
import io.ballast.loadtest.backend.Served;
import io.ballast.loadtest.process.StopSignal;
import io.ballast.loadtest.report.JsonLine;
import io.ballast.sim.Crash;
import io.ballast.sim.EchoBackend;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code backends}: named servers for a proxy to balance, with an account of what they served. */
@Command(
    name = "backends",
    description = {
      "Starts backends that answer each line with the line behind their own name.",
      "The first line of output says where they listen, as JSON; the last ones what they served.",
      "Commands on standard input: crash NAME reset|hang, revive NAME, mark, quit.",
      "The exit status is 1 when a request was served twice or left out."
    })
final class BackendsCommand implements Callable<Integer> {
  private static final Duration LONG = Duration.ofDays(1);

  @Spec private CommandSpec spec;

  @Option(
      names = "--names",
      split = ",",
      defaultValue = "n1,n2,n3",
      paramLabel = "NAME[=PORT]",
      description = "Their names, and ports; a free one if none is given.")
  private List<String> names;

  @Option(
      names = "--address",
      defaultValue = "127.0.0.1",
      paramLabel = "ADDRESS",
      description = "The local address that they listen on (${DEFAULT-VALUE}).")
  private InetAddress address;

  @Option(names = "--until-eof", description = "Ends when standard input ends.")
  private boolean untilEnd;

  private final Map<String, EchoBackend> backends = new LinkedHashMap<>();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Served served = new Served();
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try (StopSignal stop = StopSignal.onInterrupt()) {
      start(served, loops);
      Map<String, String> addresses = new LinkedHashMap<>();
      backends.forEach((name, backend) -> addresses.put(name, HostPort.text(backend.address())));
      out.println(JsonLine.of("backends").with("addresses", addresses));
      out.flush();
      stop.listen(System.in, untilEnd, command -> execute(command, served));
      while (!stop.await(LONG)) {}
      served.report().forEach(out::println);
      out.flush();
    } finally {
      backends.values().forEach(EchoBackend::close);
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
    return served.isClean() ? 0 : 1;
  }

  private void start(Served served, EventLoopGroup loops) {
    for (String name : names) {
      int equals = name.indexOf('=');
      String alone = equals < 0 ? name : name.substring(0, equals);
      int port = equals < 0 ? 0 : port(name.substring(equals + 1));
      if (alone.isBlank() || backends.containsKey(alone)) {
        throw wrong("--names = " + name + ": each backend has a name of its own");
      }
      InetSocketAddress bind = new InetSocketAddress(address, port);
      backends.put(alone, EchoBackend.start(alone, bind, loops, served));
    }
  }

  private int port(String word) {
    try {
      int port = Integer.parseInt(word);
      if (port >= 0 && port <= 65_535) {
        return port;
      }
    } catch (NumberFormatException e) {
      throw wrong("--names: " + word + " is not a port");
    }
    throw wrong("--names: port " + word + ": it is from 0 to 65535");
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** Carries out a command; what is wrong with it goes to standard error. */
  private void execute(String command, Served served) {
    if (command.equals("mark")) {
      served.mark();
      return;
    }
    String[] words = command.split("\\s+", -1);
    EchoBackend backend = words.length > 1 ? backends.get(words[1]) : null;
    try {
      if (backend == null) {
        throw new IllegalArgumentException("no such backend");
      }
      if (words[0].equals("crash") && words.length == 3) {
        backend.crash(Crash.valueOf(words[2].toUpperCase(Locale.ROOT)));
      } else if (words[0].equals("revive") && words.length == 2) {
        backend.revive();
      } else {
        throw new IllegalArgumentException("no such command");
      }
      say(command + ": done");
    } catch (IllegalArgumentException | IllegalStateException e) {
      say(
          "%s: %s; there are: crash NAME reset|hang, revive NAME, mark, quit"
              .formatted(command, e.getMessage()));
    }
  }

  private void say(String message) {
    PrintWriter errors = spec.commandLine().getErr();
    errors.println(message);
    errors.flush();
  }
}
