package io.ballast.ctl;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
    String secret;
    try {
      secret = Files.readString(file, StandardCharsets.UTF_8).strip();
    } catch (NoSuchFileException e) {
      throw wrong("there is no such file", e);
    } catch (IOException e) {
      throw wrong("cannot be read: " + e.getMessage(), e);
    }
    if (secret.isEmpty()) {
      throw wrong("the file holds no secret; write it there, on one line", null);
    }
    return Optional.of(secret);
  }

  private ParameterException wrong(String rule, IOException cause) {
    return new ParameterException(
        spec.commandLine(), "--secret-file = " + file + ": " + rule, cause);
  }
}
