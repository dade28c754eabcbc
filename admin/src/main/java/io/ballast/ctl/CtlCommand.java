package io.ballast.ctl;

import io.ballast.cluster.HostPort;
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

/** {@code ctl}: the client's command line. */
@Command(
    name = "ctl",
    mixinStandardHelpOptions = true,
    description = "Sends one command to a running proxy and prints the reply.",
    footer = {
      "",
      "The secret, if the channel needs one, is taken from the file, or else from the",
      "environment variable BALLAST_SECRET; never from an argument, which others",
      "can see.",
      "",
      "Exit status: 0 OK, 1 the command was answered ERR, 2 wrong usage, 3 no reply."
    })
public final class CtlCommand implements Callable<Integer> {
  private CommandSpec spec;

  @Option(
      names = "--to",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:6809",
      description = "the text channel; default ${DEFAULT-VALUE}")
  private String to;

  @Option(names = "--cluster", paramLabel = "NAME", description = "the cluster to work on")
  private String cluster;

  @Mixin private SecretOption secret;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "how long to wait for the proxy; default ${DEFAULT-VALUE}")
  private String timeout;

  @Parameters(
      arity = "1..*",
      paramLabel = "WORD",
      description = "the command, for example: SETWEIGHT a 50")
  private List<String> words;

  /** Takes every word after the first as the command's, even one that begins with a dash. */
  @Spec
  void setSpec(CommandSpec itsSpec) {
    spec = itsSpec;
    spec.parser().stopAtPositional(true);
  }

  @Override
  public Integer call() {
    return new Ctl(settings(), System.out, System.err).run(words);
  }

  private CtlSettings settings() {
    try {
      return new CtlSettings(
          HostPort.parse(to),
          secret.value(),
          Optional.ofNullable(cluster),
          CtlSettings.seconds(timeout));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
