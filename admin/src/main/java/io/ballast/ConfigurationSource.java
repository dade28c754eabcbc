package io.ballast;

import io.ballast.conf.Configuration;
import io.ballast.conf.Outcome;
import io.ballast.conf.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads configurations for the command line, which prints what is wrong with them. */
final class ConfigurationSource {
  private ConfigurationSource() {}

  /** The configuration in the file; empty, and every problem printed, if it has one. */
  static Optional<Configuration> read(Path file) {
    return accepted(Configuration.read(file, System.getenv()));
  }

  /** The configuration, or its problems printed. */
  static Optional<Configuration> accepted(Outcome<Configuration> outcome) {
    if (outcome instanceof Outcome.Accepted<Configuration> accepted) {
      return Optional.of(accepted.settings());
    }
    List<Problem> problems = ((Outcome.Rejected<Configuration>) outcome).problems();
    problems.forEach(System.err::println);
    System.err.println(problems.size() + (problems.size() == 1 ? " problem" : " problems"));
    return Optional.empty();
  }
}
