package io.ballast.loadtest;

import io.ballast.loadtest.compare.RawBackend;
import io.ballast.loadtest.process.StopSignal;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
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

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (StopSignal stop = StopSignal.onInterrupt();
        RawBackend backend = RawBackend.start()) {
      InetSocketAddress address = backend.address();
      out.println("raw " + address.getAddress().getHostAddress() + ":" + address.getPort());
      out.flush();
      stop.listen(System.in, true, command -> {});
      while (!stop.await(LONG)) {}
    }
    return 0;
  }
}
