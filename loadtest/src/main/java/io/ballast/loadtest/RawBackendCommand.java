package io.ballast.loadtest;

import io.ballast.cluster.HostPort;
import io.ballast.loadtest.compare.RawBackend;
import io.ballast.loadtest.process.StopSignal;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code raw-backend}: the server behind the proxies that are compared, in a process of its own.
 */
@Command(
    name = "raw-backend",
    hidden = true,
    description = "Sends back what it gets, or a stream; ends when standard input ends.")
final class RawBackendCommand implements Callable<Integer> {
  private static final Duration LONG = Duration.ofDays(1);

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", defaultValue = "1", description = "Threads (${DEFAULT-VALUE}).")
  private int threads;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (StopSignal stop = StopSignal.onInterrupt();
        RawBackend backend = RawBackend.start(threads)) {
      out.println(
          backend.addresses().stream()
              .map(HostPort::text)
              .collect(Collectors.joining(" ", "raw ", "")));
      out.flush();
      stop.listen(System.in, true, command -> {});
      while (!stop.await(LONG)) {}
    }
    return 0;
  }
}
