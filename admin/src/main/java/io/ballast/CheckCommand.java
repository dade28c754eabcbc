package io.ballast;

import io.ballast.cluster.HostPort;
import io.ballast.conf.Configuration;
import io.ballast.ctl.Ctl;
import io.ballast.ctl.CtlSettings;
import io.ballast.ctl.SecretOption;
import io.ballast.relay.ListenerSettings;
import io.ballast.relay.tls.ListenerTls;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code check}: reads a configuration, and asks a running proxy what it would do with it. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Checks a configuration file and lists every problem in it.",
      "With --against, asks a running proxy what RELOAD would do with it."
    },
    footer = {
      "",
      "The secret, if the channel needs one, is taken from the file, or else from the",
      "environment variable BALLAST_SECRET.",
      "",
      "Exit status: 0 no problem, 1 the proxy answered ERR, 2 at least one problem,",
      "3 no reply."
    })
final class CheckCommand implements Callable<Integer> {
  /** In base64 it fits into a line of a channel with its command. */
  private static final int PART_BYTES = 6000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--against",
      paramLabel = "HOST:PORT",
      description = "the text channel of a running proxy")
  private String against;

  @Mixin private SecretOption secret;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "how long to wait for the proxy; default ${DEFAULT-VALUE}")
  private String timeout;

  @Parameters(paramLabel = "FILE", description = "the configuration")
  private Path file;

  @Override
  public Integer call() {
    Optional<Configuration> configuration =
        ConfigurationSource.accepted(ConfigurationSource.file(file).read());
    if (configuration.isEmpty()) {
      return Main.WRONG_USAGE;
    }
    configuration.get().proxy().listeners().forEach(this::warn);
    System.out.println(file + ": no problem");
    return against == null ? Ctl.OK : ask();
  }

  /** Sends what the file comes to here, since it may include others and name this environment. */
  private int ask() {
    byte[] text =
        Configuration.resolved(file, System.getenv())
            .orElseThrow()
            .getBytes(StandardCharsets.UTF_8);
    List<String> parts = new ArrayList<>(List.of("CANDIDATE CLEAR"));
    for (int from = 0; from < text.length; from += PART_BYTES) {
      byte[] part = Arrays.copyOfRange(text, from, Math.min(text.length, from + PART_BYTES));
      parts.add("CANDIDATE " + Base64.getEncoder().encodeToString(part));
    }
    return new Ctl(settings(), System.out, System.err).runAll(parts, "PLAN RELOAD CANDIDATE");
  }

  private CtlSettings settings() {
    try {
      return new CtlSettings(
          HostPort.parse(against), secret.value(), Optional.empty(), CtlSettings.seconds(timeout));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void warn(ListenerSettings listener) {
    String at = file + ": warning: listeners." + listener.name() + ".tls.";
    listener
        .tls()
        .map(tls -> ListenerTls.load(tls, listener.identity()))
        .ifPresent(tls -> tls.warnings().forEach(text -> System.err.println(at + text)));
  }
}
