package io.ballast;

import io.ballast.conf.Configuration;
import io.ballast.systemd.ServiceManager;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code serve}: the proxy. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = "Runs the proxy until it is told to end.",
    footer = {
      "",
      "Each address it listens on is a line on standard output, then comes `ready`.",
      "SIGTERM, Ctrl-C and SHUTDOWN end it: it accepts no more, ends its sessions",
      "gently, and exits. SIGHUP and RELOAD read the file again.",
      "",
      "Exit status: 0 told to end, 1 it could not start, 2 a wrong configuration."
    })
final class ServeCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "the configuration")
  private Path file;

  @Override
  public Integer call() throws InterruptedException {
    ConfigurationSource source = ConfigurationSource.file(file);
    Optional<Configuration> configuration = ConfigurationSource.accepted(source.read());
    if (configuration.isEmpty()) {
      return Main.WRONG_USAGE;
    }
    long pid = ProcessHandle.current().pid();
    try (ServiceManager manager = ServiceManager.of(System.getenv(), pid);
        Service service = Service.start(configuration.get(), source, Service.GRACE, manager)) {
      ProcessSignals.onHangUp(() -> service.reload("SIGHUP"));
      service.addresses().forEach(System.out::println);
      System.out.println("ready");
      service.awaitEnd();
      return 0;
    } catch (IOException failure) {
      System.err.println("cannot start: " + failure.getMessage());
      return 1;
    }
  }
}
