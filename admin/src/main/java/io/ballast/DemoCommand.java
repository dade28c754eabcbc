package io.ballast;

import io.ballast.conf.Configuration;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demo}: the proxy between embedded backends and simulated sets. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = "Runs a proxy in front of embedded backends, with simulated sets connected.",
    footer = {"", "Ctrl-C ends it; it leaves nothing behind."})
final class DemoCommand implements Callable<Integer> {
  private static final String CONFIGURATION = "demo.conf";

  @Option(
      names = "--sets",
      paramLabel = "N",
      defaultValue = "300",
      description = "how many simulated sets connect, 0 to 5000; default ${DEFAULT-VALUE}")
  private int sets;

  @Option(
      names = "--still",
      description = "changes nothing by itself; otherwise it drains and ramps nodes to show it")
  private boolean still;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (sets < 0 || sets > 5000) {
      System.err.println("--sets = " + sets + ": the number of simulated sets is 0 to 5000");
      return Main.WRONG_USAGE;
    }
    Optional<Configuration> configuration =
        ConfigurationSource.accepted(Configuration.read(CONFIGURATION, packaged(), Map.of()));
    try (Demo demo = Demo.start(configuration.orElseThrow(), sets)) {
      demo.introduction(still).forEach(System.out::println);
      if (!still) {
        demo.startTour();
      }
      demo.awaitEnd();
      return 0;
    }
  }

  private static String packaged() throws IOException {
    try (InputStream text = DemoCommand.class.getResourceAsStream("/" + CONFIGURATION)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
