package io.ballast.ctl;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Where a command line takes the secret of a channel from: a file, or else the environment; never
 * an argument, which others can see.
 */
public final class SecretOption {
  private static final String VARIABLE = "BALLAST_SECRET";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--secret-file", paramLabel = "FILE", description = "holds the secret, one line")
  private Path file;

  /**
   * The secret, if there is one.
   *
   * @throws ParameterException if the file cannot be read
   */
  public Optional<String> value() {
    if (file == null) {
      return Optional.ofNullable(System.getenv(VARIABLE)).filter(it -> !it.isEmpty());
    }
    try {
      return Optional.of(Files.readString(file, StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      throw new ParameterException(
          spec.commandLine(), "--secret-file = " + file + ": cannot be read: " + e, e);
    }
  }
}
